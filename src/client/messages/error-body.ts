import { isObject, type JsonObject, parseJson } from "../../util/json";

export interface ServerError {
  readonly code?: string;
  readonly message?: string;
}

/** Names of the fields that may have the message or the code. The first field that has a text is used. */
const MESSAGES = ["message", "Message", "errorMessage", "detail", "error_description", "msg"];
const CODES = ["error", "code", "errorCode", "errorType", "__type", "title", "type"];
/** The fields of `CODES` whose value may be a number. */
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
export function readErrorBody(text: string): ServerError {
  const parsed = parseJson(text);
  if (parsed === undefined) return STRUCTURED.test(text) ? {} : (readText(text.trim()) ?? {});
  const { value } = parsed;
  return (isObject(value) ? (readObject(value["error"]) ?? readObject(value)) : readText(value)) ?? {};
}

function readObject(body: unknown): ServerError | undefined {
  if (!isObject(body)) return undefined;
  const own = readFields(body);
  const entry = readListed(body["errors"]) ?? readListed(body["detail"]);
  if (own?.message === undefined || entry?.message === undefined) {
    return own === undefined && entry === undefined ? undefined : { ...entry, ...own };
  }
  return { ...entry, ...own, message: `${own.message} (${entry.message})` };
}

/** Reads shape 2: the fields of the object itself. */
function readFields(body: JsonObject): ServerError | undefined {
  const described = firstText(body, MESSAGES);
  const message = described ?? firstText(body, HEADINGS);
  const code = firstText(
    body,
    described === undefined ? CODES.filter((name) => !HEADINGS.includes(name)) : CODES,
  );
  if (code === undefined && message === undefined) return undefined;
  return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
}

/** Reads shape 3: the first entry of a list of errors, or of an object with errors for each field. */
function readListed(errors: unknown): ServerError | undefined {
  if (Array.isArray(errors)) return readEntry((errors as unknown[])[0]);
  if (!isObject(errors)) return undefined;
  const [field] = Object.keys(errors);
  if (field === undefined) return undefined;
  const ofField = errors[field];
  return (
    readFields(errors) ??
    about(field, readEntry(Array.isArray(ofField) ? (ofField as unknown[])[0] : ofField))
  );
}

function readEntry(entry: unknown): ServerError | undefined {
  if (!isObject(entry)) return readText(entry);
  const field = entry["loc"] ?? entry["field"] ?? entry["path"];
  return about(Array.isArray(field) ? pathOf(field) : text(field), readFields(entry));
}

/** Returns a path such as `body.name`. Omits parts that are objects: they may be too deep to print. */
function pathOf(parts: readonly unknown[]): string | undefined {
  return text(parts.filter((part) => typeof part !== "object").join("."));
}

function about(field: string | undefined, error: ServerError | undefined): ServerError | undefined {
  if (field === undefined || error?.message === undefined) return error;
  return { ...error, message: `${field}: ${error.message}` };
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

/** Reports whether the body of a 2xx is an error. A `message` alone is none: "Cluster deleted" is usual. */
export function isErrorObject(body: unknown): boolean {
  if (!isObject(body)) return false;
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
    (text(message) !== undefined && text(code) !== undefined && !SUCCESS.test(text(code) ?? "")) ||
    (text(title) !== undefined && text(detail) !== undefined) ||
    hasErrorMessage(body)
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

/** Reports whether a body is an error of AWS Lambda, which a gateway may forward with status 200. */
function hasErrorMessage(body: JsonObject): boolean {
  const message = text(body["errorMessage"]);
  return (
    message !== undefined && !SUCCESS.test(message) && !SUCCESS.test(firstText(body, ["errorCode"]) ?? "")
  );
}
