import type { Operation } from "../../api";
import { isObject, parseJson } from "../../util/json";

export interface ServerError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** If a body has several of these fields, the first one with a text is the error's message or code. */
const MESSAGES = [
  "message",
  "Message",
  "errorMessage",
  "detail",
  "error_description",
  "msg",
  "error",
  "title",
];
const CODES = ["error", "code", "errorCode", "errorType", "__type", "title", "type"];
/** One of these fields may have the error, as an object or a list of errors. */
const INNER = ["error", "errors", "detail"];
const STRUCTURED = /^\s*[<{[]/;
const SUCCESS = /^(ok|success|0+|2\d\d)$/i;

/**
 * The API document shows no error bodies, so this function searches for code and message. A plain text counts
 * as the message.
 */
export function readErrorBody(body: string): ServerError {
  const parsed = parseJson(body);
  if (parsed === undefined) return STRUCTURED.test(body) ? {} : { message: text(body.trim()) };
  return errorIn(parsed.value);
}

export function errorIn(value: unknown, levels = 2): ServerError {
  if (!isObject(value)) return { message: text(value) };
  for (const name of levels === 0 ? [] : INNER) {
    const inner: unknown = Array.isArray(value[name]) ? (value[name] as unknown[])[0] : value[name];
    const found = inner === value[name] && !isObject(inner) ? {} : errorIn(inner, levels - 1);
    if ((found.code ?? found.message) !== undefined) return found;
  }
  const message = MESSAGES.map((name) => text(value[name])).find((one) => one !== undefined);
  const codes = CODES.map((name) => (typeof value[name] === "number" ? `${value[name]}` : text(value[name])));
  return { code: codes.find((code) => code !== undefined && code !== message), message };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** A `message` alone is no error, as in "Cluster deleted". */
export function isErrorObject(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { error, errors, success, ok, status, statusCode, code, message, title, detail } = body;
  const { errorCode, errorMessage } = body;
  // A list or an object may be too deep to print.
  const isSuccess = (...codes: readonly unknown[]) =>
    codes.some((one) => typeof one !== "object" && SUCCESS.test(String(one)));
  return (
    isFilled(error) ||
    isFilled(errors) ||
    [success, ok].includes(false) ||
    /^(error|fail(ed|ure)?)$/i.test(text(status) ?? "") ||
    [status, statusCode, code].some((one) => typeof one === "number" && one >= 400) ||
    // AWS Lambda sends `errorMessage`, which a gateway may forward with status 200.
    (text(errorMessage) !== undefined && !isSuccess(errorMessage, errorCode)) ||
    ((text(code) && text(message)) !== undefined && !isSuccess(code)) ||
    (text(title) && text(detail)) !== undefined
  );
}

function isFilled(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return error === true || text(error) !== undefined;
  return Object.keys(error).length > 0;
}

/** A gateway may send another status in the header than in the body. */
export function statusInBody(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const numbers = [body["status"], body["statusCode"], body["code"]];
  return numbers.find((one): one is number => typeof one === "number" && one >= 400 && one < 600);
}

/**
 * `credentials`: the user or workspace is unknown or invalid. `denial`: the caller has no access to one or
 * all objects.
 */
export type Topic = "missing object" | "credentials" | "denial" | "other";

const MAX_LENGTH = 2_000;
const NOT_FOUND =
  /\bnot ?found\b|\bno such\b|\b(does|do|did)(n't| not) exist\b|\bno longer exists\b|\b(can ?not|could not) (be found|find)\b|\bunknown id\b|\b(already|been|was) deleted\b|\bgone\b/;
const DENIAL =
  /\bun ?authori[sz]ed\b|\bnot authori[sz]ed\b|\b(do not|don't|does not|doesn't) have (\w+ )?permissions?\b|\b(no|insufficient|missing) permissions?\b|\b(access|permission) denied\b/;
/**
 * A text with these words means that the caller has no access, unless the text is about the content of the
 * request.
 */
const CREDENTIALS =
  /\bunauthenticated\b|\bauthentication\b|\bforbidden\b|\bpermission|\bcredential|\b(invalid|expired|bad|missing) (token|api key)\b/;
const IDENTITY = /\b(user|workspace)( ?id)?s?\b/;
const UNUSABLE = /\binvalid\b|\bunknown\b|\bincorrect\b|\bwrong\b|\bmismatch\b|\bnot valid\b/;
const OBJECT = /\b(object|resource|item|record|entity|entry)\b/;
const CONTENT = /\b(name|prompt|description|variable|placeholder)s?\b/;
/** An apostrophe within a word does not begin a quotation. */
const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|\{[^}]*\}/g;

/**
 * If the text names the user or workspace but not the object, the topic is the credentials, and never a
 * missing object (docs/design/client.md).
 */
export function topicOf(
  { code = "", message = "" }: ServerError,
  operation: Pick<Operation, "kind" | "intent">,
): Topic {
  const sends = sendsContent(operation);
  const said = message.slice(0, MAX_LENGTH);
  const text = normalise(`${code} ${sends ? said.replace(QUOTED, " ") : said}`);
  const missing = NOT_FOUND.test(text) || text.includes(`unknown ${operation.kind}`);
  const namesObject = OBJECT.test(text) || text.includes(operation.kind);
  if (missing && namesObject) return "missing object";
  const isOfContent = sends && (namesObject || CONTENT.test(text));
  const isOfCaller = !namesObject && !isOfContent && IDENTITY.test(text) && (missing || UNUSABLE.test(text));
  if (isOfCaller) return "credentials";
  if (DENIAL.test(text) || CREDENTIALS.test(isOfContent ? normalise(code) : text)) return "denial";
  return missing && !isOfContent ? "missing object" : "other";
}

export function sendsContent({ intent }: Pick<Operation, "intent">): boolean {
  return intent === "create" || intent === "update";
}

/** Splits `ClusterNotFound` and `CLUSTER_NOT_FOUND` into words. */
function normalise(text: string): string {
  // V8 would build the character tables of a regex literal in every process.
  const joint = new RegExp(String.raw`([\p{Ll}\d])(\p{Lu})`, "gu");
  return text
    .slice(0, MAX_LENGTH)
    .replace(joint, "$1 $2")
    .replace(/[_\-\s]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase();
}
