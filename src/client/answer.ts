import { operations, type Operation, type OperationName } from "../api";
import { parseRetryAfter } from "./backoff";
import { isErrorObject, readErrorBody, type ServerError } from "./error-body";
import { type OutreachErrorCode } from "./errors";
import { type Failure } from "./failure";
import { type HttpAnswer } from "./http";
import { type Present } from "./redact";
import { checkResponse, lacksObject, promisesNothing } from "./response";
import { subjectOf } from "./wording";

/** Code points shown of what a server says. An error message is read by people; the rest is on the server. */
const MESSAGE_LENGTH = 300;
const EXCERPT_LENGTH = 500;
const NAME_LENGTH = 100;

const REQUEST_ID_HEADERS = [
  "x-request-id",
  "x-amzn-requestid",
  "x-amz-request-id",
  "request-id",
  "x-correlation-id",
];

/** The checked values of an answer by property name, or why there are none. */
export type Reading = { readonly value: unknown } | { readonly failure: Failure };

interface Context {
  readonly operation: Operation;
  readonly answer: HttpAnswer;
  readonly text: string;
  readonly present: Present;
}

/** Reads a whole answer. `now` is the time in milliseconds since 1970, for Retry-After dates. */
export function readAnswer(name: OperationName, answer: HttpAnswer, present: Present, now: number): Reading {
  const operation: Operation = operations[name];
  const context = { operation, answer, text: new TextDecoder().decode(answer.body), present };
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
 * A 2xx, in this order: not JSON is an error, except where the document shows no answer; all promised fields make a
 * success, whatever else is there; where nothing is promised, anything but an error object is a success, nothing too.
 */
function readSuccess(context: Context): Reading {
  const { operation, answer, text } = context;
  const shape = operation.response;
  if (text.trim() === "") {
    return promisesNothing(shape)
      ? { value: {} }
      : { failure: unusable(context, "the answer is empty", true) };
  }
  const encoding = answer.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    return { failure: unusable(context, "the answer is compressed, although that was not asked for", false) };
  }
  const json = parseJson(answer.body);
  if (json === undefined) {
    return "notShown" in shape
      ? { value: {} }
      : { failure: unusable(context, "the answer is not JSON", false) };
  }
  const checked = checkResponse(shape, json.value);
  if ("value" in checked && !(promisesNothing(shape) && isErrorObject(json.value))) {
    return checked;
  }
  if (isErrorObject(json.value)) {
    return { failure: errorWithSuccessStatus(context) };
  }
  const problem = "problem" in checked ? checked.problem : "";
  return { failure: unusable(context, problem, lacksObject(shape, json.value)) };
}

/** JSON is UTF-8 (RFC 8259, 8.1); replacing broken bytes would make up values. */
function parseJson(body: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown };
  } catch {
    return undefined;
  }
}

/** A 2xx that breaks the contract. `withoutObject`: it is also what some servers answer when the object is gone. */
function unusable(context: Context, problem: string, withoutObject: boolean): Failure {
  const suspected = withoutObject && addressesObject(context.operation);
  const type = context.answer.headers["content-type"];
  const typed = type === undefined ? "" : ` (content type ${context.present(type, NAME_LENGTH)})`;
  return {
    ...factsOf(context),
    code: suspected ? "OUTREACH_MAYBE_NOT_FOUND" : "OUTREACH_RESPONSE",
    summary: `the server answered ${context.answer.status}, but ${problem}${typed}`,
    transient: false,
    mayHaveLanded: true,
  };
}

function errorWithSuccessStatus(context: Context): Failure {
  const said = readErrorBody(context.text);
  const subject = subjectOf(said, context.operation.kind);
  return {
    ...factsOf(context),
    ...presented(said, context.present),
    code:
      subject === "credentials"
        ? "OUTREACH_UNAUTHORIZED"
        : subject === "missing object" && addressesObject(context.operation)
          ? "OUTREACH_MAYBE_NOT_FOUND"
          : "OUTREACH_RESPONSE",
    summary: `the server answered ${context.answer.status} with an error in the body`,
    transient: false,
    // The status says done, the body says not; only a refusal of the credentials is beyond doubt.
    mayHaveLanded: subject !== "credentials",
  };
}

function redirect(context: Context): Failure {
  const { status, headers } = context.answer;
  return {
    ...factsOf(context),
    code: "OUTREACH_REDIRECT",
    summary: `the server answered ${status}, a redirect to ${targetHost(headers["location"], context.present)}; it is not followed, because it would carry the credentials there. Check the base URL`,
    transient: false,
    // 307 and 308 ask for the same request again elsewhere; the others may be the answer to a request that was carried out.
    mayHaveLanded: status !== 307 && status !== 308,
  };
}

/** The host only: path and query may hold anything, an echo of the credentials too. */
function targetHost(location: string | undefined, present: Present): string {
  if (location === undefined || !URL.canParse(location)) {
    return "another path of the same server";
  }
  return present(new URL(location).host, NAME_LENGTH);
}

function refusal(context: Context, now: number): Failure {
  const { operation, answer } = context;
  const { status } = answer;
  const said = readErrorBody(context.text);
  const code = codeOf(status, said, operation);
  const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], now);
  const wrongPath = code === "OUTREACH_REJECTED" && (status === 404 || status === 410);
  return {
    ...factsOf(context),
    ...presented(said, context.present),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    code,
    summary: `the server answered ${status}${wrongPath ? ", so it does not know this operation; check the base URL" : ""}`,
    transient: code === "OUTREACH_SERVER" || code === "OUTREACH_RATE_LIMITED",
    // 429 is by definition a request that was turned away (RFC 6585, 4); a 5xx or 408 may come after the work was done.
    mayHaveLanded: code === "OUTREACH_SERVER",
  };
}

/**
 * The document shows no status codes (section 7). HTTP's own meaning comes first; the text is a hint where a status
 * leaves the matter open. A text about user or workspace outweighs 404: wrong credentials must never look like "gone".
 */
function codeOf(status: number, said: ServerError, operation: Operation): OutreachErrorCode {
  if (status === 401 || status === 403) {
    return "OUTREACH_UNAUTHORIZED";
  }
  if (status === 429) {
    return "OUTREACH_RATE_LIMITED";
  }
  if (status >= 500 || status === 408 || status === 425) {
    return "OUTREACH_SERVER";
  }
  const subject = subjectOf(said, operation.kind);
  if (subject === "credentials") {
    return "OUTREACH_UNAUTHORIZED";
  }
  if (!addressesObject(operation)) {
    return "OUTREACH_REJECTED";
  }
  if (status === 404 || status === 410) {
    return "OUTREACH_NOT_FOUND";
  }
  return subject === "missing object" && (status === 400 || status === 422)
    ? "OUTREACH_MAYBE_NOT_FOUND"
    : "OUTREACH_REJECTED";
}

/** True for get, update and delete: only they can find their object missing. */
function addressesObject({ required }: Operation): boolean {
  return "id" in required;
}

function factsOf({ answer, text, present }: Context) {
  const id = REQUEST_ID_HEADERS.map((name) => answer.headers[name]).find((value) => value !== undefined);
  const bodyExcerpt = present(text, EXCERPT_LENGTH);
  return {
    status: answer.status,
    ...(id !== undefined && { requestId: present(id, NAME_LENGTH) }),
    ...(bodyExcerpt !== "" && { bodyExcerpt }),
  };
}

function presented({ code, message }: ServerError, present: Present) {
  return {
    ...(code !== undefined && { serverCode: present(code, NAME_LENGTH) }),
    ...(message !== undefined && { serverMessage: present(message, MESSAGE_LENGTH) }),
  };
}
