import { isUtf8 } from "node:buffer";

import { operations, type Operation, type OperationName } from "../../api";
import { parseRetryAfter } from "../retries/backoff";
import { PROXY_PASSWORD_FAILURE, SPEAKS_TLS } from "../connection/transport-error";
import { isErrorObject, readErrorBody, statusInBody, type ServerError } from "./error-body";
import type { Failure } from "../errors/failure";
import type { HttpAnswer } from "../connection/transport";
import { isObject, parseJson } from "../../shared/json";
import { isMarkup } from "./markup";
import type { Present } from "../errors/present";
import { addressesObject, denialCode, isList, mayBeMissing, refusalCode } from "./refusal-code";
import { checkResponse, lacksPromised, promisesNothing } from "./contract";
import { factsOf, isPacked, NAME_LENGTH, factsAndWordsOf, textOf, wordsOf, type Shown } from "./server-text";
import { topicOf } from "./topic";

/** The checked values of an answer by property name, or why there are none. */
export type Reading = { readonly value: unknown } | { readonly failure: Failure };

interface Context extends Shown {
  readonly operation: Operation;
  /** The object that the request named. */
  readonly id: string | undefined;
}

/** What was asked: the operation, and the id of the object where the request named one. */
interface Asked {
  readonly operation: OperationName;
  readonly id: string | undefined;
}

/** Reads a whole answer. `now` is the server's time as far as it is known, in milliseconds since 1970, for Retry-After dates. */
export function readAnswer(asked: Asked, answer: HttpAnswer, present: Present, now: number): Reading {
  const operation: Operation = operations[asked.operation];
  const context = { operation, id: asked.id, answer, present };
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return readSuccess(context);
  }
  if (status >= 300 && status < 400) {
    return { failure: redirect(context) };
  }
  return { failure: refusal(context, now) };
}

/**
 * A 2xx, in this order: no body is a success where nothing is promised; not JSON is an error, except where the document
 * shows no answer; all promised fields make a success, whatever else is there; where nothing is promised, anything but
 * an error object is one. A list beside an error is none: it may lack what the server could not look up, and what a list
 * lacks counts as gone.
 */
function readSuccess(context: Context): Reading {
  const { operation, answer } = context;
  const shape = operation.response;
  const promised = !promisesNothing(shape);
  const text = isUtf8(answer.body) ? answer.body.toString() : undefined;
  if (text?.trim() === "") {
    return promised ? { failure: unusable(context, "the answer is empty", "nothing") } : { value: {} };
  }
  // JSON is UTF-8 (RFC 8259, 8.1); replacing broken bytes would make up values.
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined) {
    return "notShown" in shape ? { value: {} } : { failure: notJson(context) };
  }
  const checked = checkResponse(shape, json.value);
  const isConvincing = "value" in checked && promised && !isList(operation);
  if (!isConvincing && isErrorObject(json.value)) {
    return { failure: errorWithSuccessStatus(context, readErrorBody(textOf(context))) };
  }
  if ("value" in checked) {
    const { unlisted } = checked.value as { readonly unlisted?: string };
    if (unlisted !== undefined && saysAnything(context)) {
      return { failure: withoutPromise(context, unlisted, "nothing") };
    }
    const other = otherId(checked.value, context.id);
    return other === undefined ? checked : { failure: aboutAnother(context, other) };
  }
  const { problem } = checked;
  if (lacksPromised(shape, json.value)) return { failure: withoutPromise(context, problem, "nothing") };
  return {
    failure: isObject(json.value)
      ? unusable(context, problem, "an object")
      : withoutPromise(context, problem, "something else"),
  };
}

/** What says something else is no list that is left out because it is empty. */
function saysAnything(context: Context): boolean {
  return Object.keys(readErrorBody(textOf(context))).length > 0;
}

/** The id in an answer that names another object than the request: nothing of it may be taken for the one asked for. */
function otherId(value: unknown, id: string | undefined): string | undefined {
  const answered = (value as { readonly id?: string }).id;
  return id === undefined || answered === id ? undefined : answered;
}

function aboutAnother(context: Context, id: string): Failure {
  const problem = `the answer is about another object, ${context.present(id, NAME_LENGTH)}`;
  return { ...unusable(context, problem, "an object"), code: "OUTREACH_OTHER_OBJECT" };
}

function notJson(context: Context): Failure {
  const shown = isMarkup(textOf(context)) ? "unreadable" : "something else";
  const failure = isPacked(context.answer)
    ? unusable(context, "the answer is compressed in a way that this client cannot read", "unreadable")
    : withoutPromise(context, "the answer is not JSON", shown);
  const elsewhere = failure.code === "OUTREACH_RESPONSE" && isList(context.operation);
  return { quoted: failure.bodyExcerpt, ...failure, ...(elsewhere && { code: "OUTREACH_NO_API" }) };
}

/** A 2xx with nothing of what is promised. What it says instead outweighs what is missing, where that is about the credentials. */
function withoutPromise(context: Context, problem: string, shown: Unusable): Failure {
  const said = readErrorBody(textOf(context));
  const topic = topicOf(said, context.operation);
  return topic === "credentials" || topic === "denial"
    ? errorWithSuccessStatus(context, said)
    : { ...unusable(context, problem, shown), ...wordsOf(said, context.present) };
}

/**
 * What a 2xx shows that breaks the contract. Servers answer nothing (null, `{}`, an empty body), or something else than an object (a
 * text, a list), where the object is gone. Neither a part of an object nor a page of a proxy says that.
 */
type Unusable = "nothing" | "something else" | "an object" | "unreadable";

/** A 2xx that breaks the contract. */
function unusable(context: Context, problem: string, shown: Unusable): Failure {
  const names = addressesObject(context.operation);
  const suspected = names && shown === "nothing";
  const type = context.answer.header("content-type");
  const typed = type === undefined ? "" : ` (content type ${context.present(type, NAME_LENGTH)})`;
  return {
    ...factsOf(context),
    code: suspected ? "OUTREACH_MAYBE_NOT_FOUND" : "OUTREACH_RESPONSE",
    summary: `the server answered ${context.answer.status}, but ${problem}${typed}`,
    transient: false,
    mayBeMissing: names && (shown === "nothing" || shown === "something else"),
    mayHaveLanded: true,
  };
}

function errorWithSuccessStatus(context: Context, said: ServerError): Failure {
  const { operation, answer } = context;
  const topic = topicOf(said, operation);
  const status = statusInBody(parseJson(textOf(context))?.value) ?? answer.status;
  const isDenial = topic === "credentials" || topic === "denial";
  const code = isDenial
    ? denialCode(topic, operation)
    : topic === "missing object" && addressesObject(operation)
      ? "OUTREACH_MAYBE_NOT_FOUND"
      : "OUTREACH_REJECTED";
  return {
    ...factsAndWordsOf(context, said),
    code,
    summary: `the server answered ${answer.status} with an error in the body`,
    transient: false,
    mayBeMissing: code !== "OUTREACH_UNAUTHORIZED" && mayBeMissing(status, operation, false),
    // The status says done, the body says not; only a denial is beyond doubt.
    mayHaveLanded: !isDenial,
  };
}

function redirect(context: Context): Failure {
  const { status } = context.answer;
  return {
    ...factsOf(context),
    code: "OUTREACH_REDIRECT",
    summary: `the server answered ${status}, ${target(context.answer.header("location"), context.present)}. Check the base URL`,
    transient: false,
    // 307 and 308 ask for the same request again elsewhere; the others may be the answer to a request that was carried out.
    mayHaveLanded: status !== 307 && status !== 308,
  };
}

/** Stands for the server in the address of a redirect that names no host. */
const SAME = "same.invalid";

/** The host only: path and query may hold anything, an echo of the credentials too. */
function target(location: string | undefined, present: Present): string {
  if (location === undefined) return "which is no answer to this call";
  const base = `https://${SAME}`;
  const host = URL.canParse(location, base) ? new URL(location, base).host : SAME;
  const where = host === SAME || host === "" ? "another path of the same server" : present(host, NAME_LENGTH);
  return `a redirect to ${where}; it is not followed, because it would carry the credentials there`;
}

function refusal(context: Context, now: number): Failure {
  const { operation, answer } = context;
  const { status } = answer;
  // A proxy on the way that nobody has set, or one that undici did not ask.
  if (status === 407) return { ...factsOf(context), ...PROXY_PASSWORD_FAILURE };
  const text = textOf(context);
  const said = readErrorBody(text);
  const isPage = isMarkup(text);
  const code = refusalCode(status, said, operation, isPage);
  const retryAfterMs = parseRetryAfter(answer.header("retry-after"), now);
  const wrongPath =
    code === "OUTREACH_NO_API" || (code === "OUTREACH_REJECTED" && (status === 404 || status === 410));
  const hint = saysTls(status, text)
    ? `: ${SPEAKS_TLS}`
    : wrongPath
      ? ", so it does not know this operation; check the base URL"
      : "";
  return {
    ...factsAndWordsOf(context, said),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    code,
    summary: `the server answered ${status}${hint}`,
    mayBeMissing: code !== "OUTREACH_UNAUTHORIZED" && mayBeMissing(status, operation, isPage),
    transient: code === "OUTREACH_SERVER" || code === "OUTREACH_RATE_LIMITED",
    // A 5xx or 408 may come after the work was done. So may a 429, although it means a request that was turned away (RFC 6585,
    // 4): a gateway that repeats requests itself passes on what its last one was answered.
    mayHaveLanded: code === "OUTREACH_SERVER" || code === "OUTREACH_RATE_LIMITED",
  };
}

/** The words of Go, of nginx, of Apache and of Tomcat for plain http on a port of TLS. */
const PLAIN_HTTP =
  /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|host and port requires TLS/;

function saysTls(status: number, text: string): boolean {
  return status === 400 && PLAIN_HTTP.test(text.slice(0, 2_000));
}
