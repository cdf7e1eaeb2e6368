import { isUtf8 } from "node:buffer";
import type { Doubt, ResponseOf } from "../../api";
import { isObject, parseJson } from "../../util/json";
import type { Failure } from "../errors/outreach-error";
import { checkResponse, lacksPromised, promisesNothing } from "./contract";
import { codingOf } from "../connection/exchange";
import { isErrorObject, readErrorBody, statusInBody, type ServerError, topicOf } from "./error-body";
import { partialReason, partialStatus } from "./partial-list";
import { addressesObject, codeOfTopic, isDenial, isList, mayBeMissing, redirect, refusal } from "./refusal";
import {
  isMarkup,
  NAME_LENGTH,
  responseFacts,
  responseFactsAndText,
  serverText,
  textOf,
} from "./server-text";
import type { Received } from "./server-text";

export type Reading = { readonly value: unknown } | { readonly failure: Failure };

/**
 * Returns the values of a complete response, or the failure that the response means. `now` is the server's
 * time in milliseconds since 1970, for dates of Retry-After.
 */
export function readResponse(context: Received, now: number): Reading {
  const { status } = context.response;
  if (status >= 200 && status < 300) return readSuccess(context);
  if (status >= 300 && status < 400) return { failure: redirect(context) };
  return { failure: refusal(context, now) };
}

/**
 * Reads a 2xx response. It is a success if it has all fields that the document promises, even with an error,
 * except a list with an error. An empty body is a success if no field is promised (docs/design/client.md).
 */
function readSuccess(context: Received): Reading {
  const { operation, response } = context;
  const shape = operation.response;
  const partial = addressesObject(operation) && operation.intent === "read" && partialStatus(response);
  if (typeof partial === "string")
    return { failure: unusable(context, `${partial}, which proves nothing`, "an object") };
  const promised = !promisesNothing(shape);
  const text = isUtf8(response.body) ? response.body.toString() : undefined;
  if (text?.trim() === "") {
    return promised ? { failure: unusable(context, "the response is empty", "nothing") } : { value: {} };
  }
  // JSON is UTF-8 (RFC 8259, 8.1). Replacing invalid bytes would invent values.
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined) return "notShown" in shape ? { value: {} } : { failure: notJson(context) };
  const checked = checkResponse(shape, json.value);
  const isConvincing = "value" in checked && promised && !isList(operation);
  if (!isConvincing && isErrorObject(json.value)) {
    return { failure: errorWithSuccessStatus(context, readErrorBody(textOf(context))) };
  }
  if ("value" in checked) {
    const { doubt, id } = checked.value as { readonly doubt?: Doubt; readonly id?: string };
    // A missing list counts as empty only if the response has neither an error code nor a message.
    const { code, message } = readErrorBody(textOf(context));
    if (doubt !== undefined && (code ?? message) !== undefined) {
      return { failure: withoutPromised(context, doubt.reason, "nothing") };
    }
    if ("list" in shape) {
      const page = checked.value as ResponseOf<"ListSnippet">;
      const reason = partialReason(context, { text: text!, json: json.value }, page.nextToken === null);
      return reason === undefined ? checked : { value: { ...page, doubt: { reason, isPartial: true } } };
    }
    if (id === undefined || context.id === undefined || id === context.id) return checked;
    const problem = `the response is about another object, ${context.redact(id, NAME_LENGTH)}`;
    return { failure: { ...unusable(context, problem, "an object"), code: "OUTREACH_OTHER_OBJECT" } };
  }
  const { problem } = checked;
  if (lacksPromised(shape, json.value)) return { failure: withoutPromised(context, problem, "nothing") };
  if (isObject(json.value)) return { failure: unusable(context, problem, "an object") };
  return { failure: withoutPromised(context, problem, "something else") };
}

function notJson(context: Received): Failure {
  const content = isMarkup(textOf(context)) ? "unreadable" : "something else";
  const failure =
    codingOf(context.response) !== undefined
      ? unusable(context, "the response has a compression that this client cannot read", "unreadable")
      : withoutPromised(context, "the response is not JSON", content);
  const isOtherServer = failure.code === "OUTREACH_RESPONSE" && isList(context.operation);
  const code = isOtherServer ? "OUTREACH_NO_API" : failure.code;
  return { ...failure, code, quoted: failure.quoted ?? failure.bodyExcerpt };
}

/** Returns the failure of a 2xx without a promised field, or the denial if the body denies access. */
function withoutPromised(context: Received, problem: string, content: BodyKind): Failure {
  const error = readErrorBody(textOf(context));
  return isDenial(topicOf(error, context.operation))
    ? errorWithSuccessStatus(context, error)
    : { ...unusable(context, problem, content), ...serverText(error, context.redact) };
}

/**
 * The kind of body in a 2xx that breaks the contract. For a missing object, servers respond with nothing
 * (null, `{}`, an empty body) or with something else (a text, a list). They do not respond with a part of an
 * object or of a page.
 */
type BodyKind = "nothing" | "something else" | "an object" | "unreadable";

function unusable(context: Received, problem: string, content: BodyKind): Failure {
  const names = addressesObject(context.operation);
  const type = context.response.header("content-type");
  const typed = type === undefined ? "" : ` (content type ${context.redact(type, NAME_LENGTH)})`;
  return {
    ...responseFacts(context),
    code: names && content === "nothing" ? "OUTREACH_MAYBE_NOT_FOUND" : "OUTREACH_RESPONSE",
    summary: `the server responded with ${context.response.status}, but ${problem}${typed}`,
    transient: false,
    mayBeMissing: names && (content === "nothing" || content === "something else"),
    ambiguous: true,
  };
}

function errorWithSuccessStatus(context: Received, error: ServerError): Failure {
  const { operation, response } = context;
  const topic = topicOf(error, operation);
  const status = statusInBody(parseJson(textOf(context))?.value) ?? response.status;
  const code = codeOfTopic(topic, operation);
  return {
    ...responseFactsAndText(context, error),
    code,
    summary: `the server responded with ${response.status} and an error in the body`,
    transient: false,
    mayBeMissing: code !== "OUTREACH_UNAUTHORIZED" && mayBeMissing(status, operation, false),
    // The status means success, so the server may have carried out the write, unless it denied access.
    ambiguous: !isDenial(topic),
  };
}
