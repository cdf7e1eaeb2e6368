import { isUtf8 } from "node:buffer";
import type { Doubt, ResponseOf } from "../../api";
import { isObject, parseJson } from "../../util/json";
import type { Failure } from "../errors/outreach-error";
import { checkResponse, promisedNames } from "./contract";
import { errorIn, isErrorObject, readErrorBody, statusInBody, type ServerError, topicOf } from "./error-body";
import { partialReason, partialStatus } from "./partial-list";
import { addressesObject, codeOfTopic, isDenial, isList, mayBeMissing, redirect, refusal } from "./refusal";
import {
  isCompressed,
  isMarkup,
  NAME_LENGTH,
  responseFacts,
  responseFactsAndText,
  serverText,
  textOf,
} from "./server-text";
import type { Received } from "./server-text";

export type Reading = { readonly value: unknown } | { readonly failure: Failure };

/** `now`, the server's time in milliseconds since 1970, is needed for a date in Retry-After. */
export function readResponse(context: Received, now: number): Reading {
  const { status } = context.response;
  if (status >= 200 && status < 300) return readSuccess(context);
  return { failure: status >= 300 && status < 400 ? redirect(context) : refusal(context, now) };
}

/**
 * A response with all promised fields is a success, even if it also contains an error. If no field is
 * promised, an empty body is a success (docs/design/client.md).
 */
function readSuccess(context: Received): Reading {
  const { operation, response } = context;
  const partial = operation.intent === "read" && !isList(operation) ? partialStatus(response) : undefined;
  if (partial !== undefined) return { failure: unusable(context, `${partial}, which proves nothing`) };
  const promised = promisedNames(operation.response);
  const text = isUtf8(response.body) ? response.body.toString() : undefined;
  if (text?.trim() === "") {
    const isFine = promised.length === 0;
    return isFine ? { value: {} } : { failure: unusable(context, "the response is empty", "nothing") };
  }
  // JSON is UTF-8 (RFC 8259, 8.1), so a response with other bytes is not JSON.
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined)
    return "notShown" in operation.response ? { value: {} } : { failure: notJson(context) };
  const checked = checkResponse(operation.response, json.value);
  const isConvincing = "value" in checked && promised.length > 0 && !isList(operation);
  const error = isConvincing ? {} : errorIn(json.value);
  if (!isConvincing && isErrorObject(json.value)) return { failure: errorWithSuccessStatus(context, error) };
  if ("problem" in checked) {
    const { problem } = checked;
    if (!isObject(json.value) && json.value !== null)
      return { failure: withoutPromised(context, problem, "something else") };
    const isNothing = promised.every((name) => (Object(json.value)[name] ?? null) === null);
    return {
      failure: isNothing ? withoutPromised(context, problem, "nothing") : unusable(context, problem),
    };
  }
  if (!("list" in operation.response)) return readObject(context, checked);
  const page = checked.value as ResponseOf<"ListSnippet"> & { readonly doubt?: Doubt };
  // A missing list counts as empty only if the response has no error code and no message.
  if (page.doubt !== undefined && (error.code ?? error.message) !== undefined)
    return { failure: withoutPromised(context, page.doubt.reason, "nothing") };
  const reason = partialReason(context, { text: text!, json: json.value }, page.nextToken === null);
  return reason === undefined ? checked : { value: { ...page, doubt: { reason, isPartial: true } } };
}

function readObject(context: Received, checked: { readonly value: unknown }): Reading {
  const { id } = checked.value as { readonly id?: string };
  if (id === undefined || context.id === undefined || id === context.id) return checked;
  const problem = `the response is about another object, ${context.redact(id, NAME_LENGTH)}`;
  return { failure: { ...unusable(context, problem), code: "OUTREACH_OTHER_OBJECT" } };
}

function notJson(context: Received): Failure {
  const content = isMarkup(textOf(context)) ? undefined : "something else";
  const failure = isCompressed(context.response)
    ? unusable(context, "the response is compressed, which this client does not ask for")
    : withoutPromised(context, "the response is not JSON", content);
  const isOtherServer = failure.code === "OUTREACH_RESPONSE" && isList(context.operation);
  const code = isOtherServer ? "OUTREACH_NO_API" : failure.code;
  return { ...failure, code, quoted: failure.quoted ?? failure.bodyExcerpt };
}

function withoutPromised(context: Received, problem: string, content: Absence | undefined): Failure {
  const error = readErrorBody(textOf(context));
  return isDenial(topicOf(error, context.operation))
    ? errorWithSuccessStatus(context, error)
    : { ...unusable(context, problem, content), ...serverText(error, context.redact) };
}

/**
 * "nothing" is what servers send for a missing object: null, `{}`, an empty body, a text or a list.
 * "something else" is a part of an object or page.
 */
type Absence = "nothing" | "something else";

function unusable(context: Received, problem: string, content?: Absence): Failure {
  const names = addressesObject(context.operation);
  return {
    ...responseFacts(context),
    code: names && content === "nothing" ? "OUTREACH_MAYBE_NOT_FOUND" : "OUTREACH_RESPONSE",
    summary: `the server responded with ${context.response.status}, but ${problem}`,
    transient: false,
    mayBeMissing: names && content !== undefined,
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
    // After a success status, the server may have carried out the write, unless access was denied.
    ambiguous: !isDenial(topic),
  };
}
