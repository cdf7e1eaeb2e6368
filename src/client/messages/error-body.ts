import type { Operation } from "../../api";
import { isObject, type JsonObject, parseJson } from "../../util/json";

export interface ServerError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Names of the fields that may have the message or the code. The first field that has a text is used. */
const MESSAGES = ["message", "Message", "errorMessage", "detail", "error_description", "msg"];
const CODES = ["error", "code", "errorCode", "errorType", "__type", "title", "type"];
const NUMBERS = ["code", "errorCode"];
/** The fields of `CODES` that count as the message if no field of `MESSAGES` has a text. */
const HEADINGS = ["error", "title"];
const STRUCTURED = /^\s*[<{[]/;
const SUCCESS = /^(ok|success|0+|2\d\d)$/i;

/**
 * Returns the code and message of an error body. The document does not show its shape (section 7), so this
 * function reads several shapes:
 * 1. `{"error": { … }}`: the inner object is read as in 2 and 3.
 * 2. An object: the first text in the fields of `MESSAGES` is the message, and the first in the fields of
 *    `CODES` is the code. If no field of `MESSAGES` has a text, the text of `error` or `title` is the
 *    message.
 * 3. In addition to 2, the first entry of `errors`, or of a `detail` that is not a text. An entry is a text,
 *    or an object as in 2 that may name a field. Entries may also be grouped by the name of their field, as
 *    in `{"errors": {"name": ["is too long"]}}`.
 * 4. Plain text is the message. Markup and broken JSON have no message.
 */
export function readErrorBody(body: string): ServerError {
  const parsed = parseJson(body);
  if (parsed === undefined) return STRUCTURED.test(body) ? {} : { message: text(body.trim()) };
  const { value } = parsed;
  if (!isObject(value)) return { message: text(value) };
  const inner: ServerError = isObject(value["error"]) ? readObject(value["error"]) : {};
  return (inner.code ?? inner.message) === undefined ? readObject(value) : inner;
}

function readObject(body: JsonObject): ServerError {
  const { code, message } = readFields(body);
  const entry = readEntry(body["errors"] ?? (typeof body["detail"] === "string" ? null : body["detail"]));
  const isBoth = message !== undefined && entry.message !== undefined;
  return {
    code: code ?? entry.code,
    message: isBoth ? `${message} (${entry.message})` : (message ?? entry.message),
  };
}

function readFields(body: JsonObject): ServerError {
  const described = firstText(body, MESSAGES);
  const codes = described === undefined ? CODES.filter((name) => !HEADINGS.includes(name)) : CODES;
  return { code: firstText(body, codes), message: described ?? firstText(body, HEADINGS) };
}

/** Reads shape 3. `field` is the name of the field that the entry belongs to, if entries are grouped. */
function readEntry(entries: unknown, field?: string): ServerError {
  const entry: unknown = Array.isArray(entries) ? (entries as unknown[])[0] : entries;
  const about = (message: string | undefined, place: string) =>
    message === undefined || place === "" ? message : `${place}: ${message}`;
  if (!isObject(entry)) return { message: about(text(entry), field ?? "") };
  const { code, message } = readFields(entry);
  const [name] = Object.keys(entry);
  if (code === undefined && message === undefined && field === undefined && name !== undefined)
    return readEntry(entry[name], name);
  // Parts of a path that are objects may be too deep to print.
  const path = [entry["loc"] ?? entry["field"] ?? entry["path"] ?? field].flat();
  return { code, message: about(message, path.filter((part) => typeof part !== "object").join(".")) };
}

function firstText(body: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = body[name];
    if (typeof value === "number" && NUMBERS.includes(name)) return String(value);
    if (text(value) !== undefined) return text(value);
  }
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Reports whether the body of a 2xx is an error. A `message` alone is none: "Cluster deleted" is usual. */
export function isErrorObject(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { error, errors, success, ok, status, statusCode, code, message, title, detail } = body;
  // AWS Lambda sends `errorMessage`, and a gateway may forward it with status 200.
  const lambda = text(body["errorMessage"]);
  return (
    error === true ||
    isObject(error) ||
    text(error) !== undefined ||
    (typeof errors === "object" && errors !== null && Object.keys(errors).length > 0) ||
    success === false ||
    ok === false ||
    /^(error|fail(ed|ure)?)$/i.test(text(status) ?? "") ||
    [status, statusCode, code].some((value) => typeof value === "number" && value >= 400) ||
    (text(message) !== undefined && text(code) !== undefined && !SUCCESS.test(text(code) ?? "")) ||
    (text(title) !== undefined && text(detail) !== undefined) ||
    (lambda !== undefined && !SUCCESS.test(lambda) && !SUCCESS.test(firstText(body, ["errorCode"]) ?? ""))
  );
}

/** Returns the HTTP error status in a body. A gateway may send it in a response with another status. */
export function statusInBody(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const { status, statusCode, code } = body;
  return [status, statusCode, code].find(
    (value): value is number => typeof value === "number" && value >= 400 && value < 600,
  );
}

/** `credentials`: the user or workspace is unknown or invalid. `denial`: no access to one or all objects. */
export type Topic = "missing object" | "credentials" | "denial" | "other";

/** Longest text that is searched, in UTF-16 code units. */
const MAX_LENGTH = 2_000;
const NOT_FOUND =
  /\bnot found\b|\bnotfound\b|\bno such\b|\b(does|do|did)(n't| not) exist\b|\bno longer exists\b|\bcannot be found\b|\bcan ?not find\b|\bcould not find\b|\bunknown id\b|\b(already|been|was) deleted\b|\bgone\b/;
const DENIAL =
  /\bun ?authori[sz]ed\b|\bnot authori[sz]ed\b|\b(do not|don't|does not|doesn't) have (\w+ )?permissions?\b|\b(no|insufficient|missing) permissions?\b|\b(access|permission) denied\b/;
/** Words that mean that the caller has no access, unless the text is about the content of the request. */
const CREDENTIALS =
  /\bunauthenticated\b|\bauthentication\b|\bforbidden\b|\bpermission|\bcredential|\b(invalid|expired|bad|missing) (token|api key)\b/;
const IDENTITY = /\b(user|workspace)( ?id)?s?\b/;
const UNUSABLE = /\binvalid\b|\bunknown\b|\bincorrect\b|\bwrong\b|\bmismatch\b|\bnot valid\b/;
const OBJECT = /\b(object|resource|item|record|entity|entry)\b/;
const CONTENT = /\b(name|prompt|description|variable|placeholder)s?\b/;
/** Quoted parts. An apostrophe within a word is not a quotation mark. */
const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|\{[^}]*\}/g;

/**
 * Returns the topic of an error text. A text that names the user or workspace, and not the object, is about
 * the credentials and never about a missing object (docs/design/client.md).
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
  // Not a literal, because V8 would build the character tables of a literal in every process.
  const joint = new RegExp(String.raw`([\p{Ll}\d])(\p{Lu})`, "gu");
  return text
    .slice(0, MAX_LENGTH)
    .replace(joint, "$1 $2")
    .replace(/[_\-\s]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase();
}
