import { isObject, type JsonObject, parseJson } from "../../shared/json";

/** What a server says about an error, in its own words. */
export interface ServerError {
  readonly code?: string;
  readonly message?: string;
}

/** Names under which servers say what is wrong, and under which they say it in one word; first hit wins. */
const MESSAGES = ["message", "Message", "errorMessage", "detail", "error_description", "msg"];
const CODES = ["error", "code", "errorCode", "errorType", "__type", "title", "type"];
/** Of these, what may be a number. */
const NUMBERS = ["code", "errorCode"];
/** Of these, what is said alone where there is no message. */
const HEADINGS = ["error", "title"];
const STRUCTURED = /^\s*[<{[]/;
/** Codes that report no error. */
const FINE = /^(ok|success|0+|2\d\d)$/i;

/**
 * Reads an error body. The document does not show its shape (section 7), so the usual ones are tried:
 *
 * 1. `{"error": { … }}`: the object in it, as in 2 and 3
 * 2. a message (`message`, `errorMessage`, RFC 9457's `detail`, `error_description` or `msg`), and as its code the first of
 *    `error`, `code`, `errorCode`, `errorType`, `__type`, `title` and `type`; `error` or `title` without a message is the message
 * 3. beside that, or alone, the first entry of `errors`, or of a `detail` that is no text: a text, an object as in 2 with the field that
 *    it names (`loc`, `field`, `path`), or the texts of a field by its name (`{"errors": {"name": ["is too long"]}}`)
 * 4. plain text, neither markup nor broken JSON: that may be of the object, and no word of the server
 */
export function readErrorBody(text: string): ServerError {
  const parsed = parseJson(text);
  if (parsed === undefined) {
    return STRUCTURED.test(text) ? {} : (readText(text.trim()) ?? {});
  }
  const { value } = parsed;
  return (isObject(value) ? (readObject(value["error"]) ?? readObject(value)) : readText(value)) ?? {};
}

function readObject(body: unknown): ServerError | undefined {
  if (!isObject(body)) return undefined;
  const own = readWords(body);
  const entry = readListed(body["errors"]) ?? readListed(body["detail"]);
  if (own?.message === undefined || entry?.message === undefined) {
    return own === undefined && entry === undefined ? undefined : { ...entry, ...own };
  }
  return { ...entry, ...own, message: `${own.message} (${entry.message})` };
}

/** What an object says in its own fields. */
function readWords(body: JsonObject): ServerError | undefined {
  const said = firstText(body, MESSAGES);
  const message = said ?? firstText(body, HEADINGS);
  const code = firstText(body, said === undefined ? CODES.filter((name) => !HEADINGS.includes(name)) : CODES);
  if (code === undefined && message === undefined) return undefined;
  return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
}

/** The first entry of a list of errors, or of an object that has them by field. */
function readListed(errors: unknown): ServerError | undefined {
  if (Array.isArray(errors)) return readEntry((errors as unknown[])[0]);
  if (!isObject(errors)) return undefined;
  const [field] = Object.keys(errors);
  if (field === undefined) return undefined;
  const ofField = errors[field];
  return (
    readWords(errors) ?? about(field, readEntry(Array.isArray(ofField) ? (ofField as unknown[])[0] : ofField))
  );
}

function readEntry(entry: unknown): ServerError | undefined {
  if (!isObject(entry)) return readText(entry);
  const field = entry["loc"] ?? entry["field"] ?? entry["path"];
  return about(Array.isArray(field) ? pathOf(field) : text(field), readWords(entry));
}

/** Not of what is nested in it: that may be as deep as it likes. */
function pathOf(parts: readonly unknown[]): string | undefined {
  return text(parts.filter((part) => typeof part !== "object").join("."));
}

function about(field: string | undefined, said: ServerError | undefined): ServerError | undefined {
  if (field === undefined || said?.message === undefined) return said;
  return { ...said, message: `${field}: ${said.message}` };
}

function readText(value: unknown): ServerError | undefined {
  const message = text(value);
  return message === undefined ? undefined : { message };
}

function firstText(body: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = body[name];
    const isNumber = typeof value === "number" && NUMBERS.includes(name);
    const read = isNumber ? String(value) : text(value);
    if (read !== undefined) return read;
  }
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/**
 * True for a body that plainly reports an error, for answers whose status says success. Any one of:
 *
 * - `error` is true, an object or a text that is not empty, or `errors` a list or an object that is not empty
 * - `success` or `ok` is false, or `status` says `error`, `fail`, `failed` or `failure`
 * - `status`, `statusCode` or `code` is a number of 400 or more
 * - `code` and `message` are texts, and the code is none of `ok`, `success`, `0` and the statuses of success
 * - `title` and `detail` are texts (RFC 9457)
 * - `errorMessage` is a text, and neither it nor `errorCode` says success: what AWS Lambda answers for a function that failed
 *   or ran out of time, where a gateway that passes it on may say 200
 *
 * A `message` alone is none: "Cluster deleted" is a usual answer to a delete.
 */
export function isErrorObject(body: unknown): boolean {
  if (!isObject(body)) {
    return false;
  }
  const { error, errors, success, ok, status, statusCode, code, message, title, detail } = body;
  return (
    error === true ||
    isObject(error) ||
    text(error) !== undefined ||
    (typeof errors === "object" && errors !== null && Object.keys(errors).length > 0) ||
    success === false ||
    ok === false ||
    /^(error|fail(ed|ure)?)$/i.test(text(status) ?? "") ||
    [status, statusCode, code].some((value) => typeof value === "number" && value >= 400) ||
    (text(message) !== undefined && text(code) !== undefined && !FINE.test(text(code) ?? "")) ||
    (text(title) !== undefined && text(detail) !== undefined) ||
    saysErrorMessage(body)
  );
}

/** The HTTP status that a body names, as that of a function whose gateway passes its error on with another one. */
export function statusInBody(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const { status, statusCode, code } = body;
  return [status, statusCode, code].find(
    (value): value is number => typeof value === "number" && value >= 400 && value < 600,
  );
}

function saysErrorMessage(body: JsonObject): boolean {
  const message = text(body["errorMessage"]);
  return message !== undefined && !FINE.test(message) && !FINE.test(firstText(body, ["errorCode"]) ?? "");
}
