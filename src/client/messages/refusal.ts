import type { Operation } from "../../api";
import { PROXY_PASSWORD_FAILURE } from "../connection/transport-error";
import type { Failure, OutreachErrorCode } from "../errors/outreach-error";
import { readErrorBody, sendsContent, type ServerError, type Topic, topicOf } from "./error-body";
import {
  isMarkup,
  NAME_LENGTH,
  responseFacts,
  responseFactsAndText,
  textOf,
  type Received,
} from "./server-text";

/**
 * The failure names only the host of the redirect, because the rest of the URL may repeat the credentials.
 */
export function redirect(context: Received): Failure {
  const { status } = context.response;
  const location = context.response.header("location");
  const [, host] = /^(?:https?:)?\/\/(?:[^/?#@]*@)?([^/?#@]+)/.exec(location ?? "") ?? [];
  const target = host === undefined ? "another path" : context.redact(host, NAME_LENGTH);
  const reason = "it is not followed, because it would carry the credentials there";
  return {
    ...responseFacts(context),
    code: "OUTREACH_REDIRECT",
    summary: `the server responded with ${status}, a redirect to ${target}; ${reason}. Check the base URL`,
    transient: false,
    // After a 3xx other than 307 and 308, the server may have carried out the call.
    ambiguous: status !== 307 && status !== 308,
  };
}

export function refusal(context: Received, now: number): Failure {
  const { operation, response } = context;
  const { status } = response;
  // A transparent proxy sent this 407, or undici did not recognize the response of the configured proxy.
  if (status === 407) return { ...responseFacts(context), ...PROXY_PASSWORD_FAILURE };
  const text = textOf(context);
  const error = readErrorBody(text);
  const isPage = isMarkup(text);
  const retryAfterMs = parseRetryAfter(response.header("retry-after"), now);
  const isRate = limitsRate(response, retryAfterMs);
  const code = isRate ? "OUTREACH_RATE_LIMITED" : refusalCode(context, error, isPage);
  const isWrongPath = code === "OUTREACH_NO_API" || (code === "OUTREACH_REJECTED" && isMissing(status));
  const rate = isRate && status !== 429 ? ", for the rate of requests" : "";
  const hint = isWrongPath ? ", so it does not know this operation; check the base URL" : rate;
  return {
    ...responseFactsAndText(context, error),
    retryAfterMs,
    code,
    summary: `the server responded with ${status}${hint}`,
    mayBeMissing: code !== "OUTREACH_UNAUTHORIZED" && !isRate && mayBeMissing(status, operation, isPage),
    transient: code === "OUTREACH_SERVER" || isRate,
    // A 429 is also ambiguous: a gateway may have retried a request that the server carried out.
    ambiguous: code === "OUTREACH_SERVER" || isRate,
  };
}

/** Some servers limit the rate with a 403 that says when to retry or that no request is left. */
function limitsRate(response: Received["response"], retryAfterMs: number | undefined): boolean {
  const isUsedUp = response.header("x-ratelimit-remaining")?.trim() === "0";
  return response.status === 429 || (response.status === 403 && (retryAfterMs !== undefined || isUsedUp));
}

/** The status is checked first, because wrong credentials must never look like a missing object. */
function refusalCode(context: Received, error: ServerError, isPage: boolean): OutreachErrorCode {
  const { operation } = context;
  const { status } = context.response;
  // A 403 with an HTML page comes from a firewall in front of the API, which inspects the request's texts.
  const isOfContent = status === 403 && isPage && sendsContent(operation);
  const topic = topicOf(error, operation);
  if ((status === 401 || status === 403) && !isOfContent) return denialCode(topic, operation);
  if (status >= 500 || status === 408 || status === 425) return "OUTREACH_SERVER";
  if (isDenial(topic)) return denialCode(topic, operation);
  if (isList(operation)) {
    // Another server than the API responded, or a TLS port received plain http.
    const isOther = status === 400 && (isPage || /\b(HTTPS|TLS)\b/.test(error.message ?? ""));
    return isOther || status === 405 || isMissing(status) ? "OUTREACH_NO_API" : "OUTREACH_REJECTED";
  }
  if (!addressesObject(operation)) return "OUTREACH_REJECTED";
  if (isMissing(status)) return "OUTREACH_NOT_FOUND";
  return status === 400 || status === 422 ? codeOfTopic(topic, operation) : "OUTREACH_REJECTED";
}

function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

export function isDenial(topic: Topic): boolean {
  return topic === "credentials" || topic === "denial";
}

export function codeOfTopic(topic: Topic, operation: Operation): OutreachErrorCode {
  if (isDenial(topic)) return denialCode(topic, operation);
  const isOfObject = topic === "missing object" && addressesObject(operation);
  return isOfObject ? "OUTREACH_MAYBE_NOT_FOUND" : "OUTREACH_REJECTED";
}

/** Only a list shows whether all access or only this object is denied. */
function denialCode(topic: Topic, operation: Operation): OutreachErrorCode {
  return topic !== "credentials" && addressesObject(operation) ? "OUTREACH_DENIED" : "OUTREACH_UNAUTHORIZED";
}

/** For a missing object, servers send no HTML page, and not 402, 409 or 423. */
export function mayBeMissing(status: number, operation: Operation, isPage: boolean): boolean {
  if (!addressesObject(operation)) return false;
  return isMissing(status) || (!isPage && (status < 300 || [400, 401, 403, 422].includes(status)));
}

/** A list names no object, so "not found" in its response is about the API itself. */
export function isList(operation: Operation): boolean {
  return operation.intent === "read" && !addressesObject(operation);
}

export function addressesObject({ required }: Operation): boolean {
  return "id" in required;
}

/** A wait of more than a year is shortened, because no caller waits that long. */
const MAX_READ_WAIT_MS = 366 * 86_400_000;

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/** Milliseconds to wait (RFC 9110, 10.2.3); undefined for an unreadable header. */
export function parseRetryAfter(header = "", now: number): number | undefined {
  const value = header.trim();
  const date = HTTP_DATE.test(value) ? Date.parse(value) - now : Number.NaN;
  const waitMs = /^\d+(\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1_000) : date;
  return Number.isNaN(waitMs) ? undefined : Math.min(MAX_READ_WAIT_MS, Math.max(0, waitMs));
}
