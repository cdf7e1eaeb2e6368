import { isObject, type JsonObject, parseJson } from "./json";

/** What a server says about an error, in its own words. */
export interface ServerError {
  readonly code?: string;
  readonly message?: string;
}

/**
 * Reads an error body. The document does not show its shape (section 7), so the usual ones are tried, first hit wins:
 *
 * 1. `{"error": {"code", "message"}}`
 * 2. `{"error": "…"}`, with `message` beside it where there is one: then `error` is the code
 * 3. `{"code", "message"}`
 * 4. `{"message": "…"}`
 * 5. `{"errors": [ … ]}`: the first entry, a text or an object of one of the shapes above
 * 6. plain text that is neither JSON nor markup
 */
export function readErrorBody(text: string): ServerError {
  const parsed = parseJson(text);
  if (parsed === undefined) {
    const trimmed = text.trim();
    return trimmed === "" || trimmed.startsWith("<") ? {} : { message: trimmed };
  }
  const json = parsed.value;
  if (typeof json === "string" && json.trim() !== "") {
    return { message: json };
  }
  if (!isObject(json)) {
    return {};
  }
  const first = Array.isArray(json["errors"]) ? (json["errors"] as unknown[])[0] : undefined;
  return readObject(json) ?? readEntry(first) ?? {};
}

function readObject(body: JsonObject): ServerError | undefined {
  const error = body["error"];
  if (isObject(error)) {
    return codeAndMessage(error["code"] ?? error["type"], error["message"]);
  }
  const outer = text(body["message"]) ?? text(body["Message"]);
  const inner = text(error);
  if (inner !== undefined) {
    return outer === undefined ? { message: inner } : { code: inner, message: outer };
  }
  return codeAndMessage(body["code"] ?? body["__type"], outer);
}

function readEntry(entry: unknown): ServerError | undefined {
  return isObject(entry) ? readObject(entry) : codeAndMessage(undefined, entry);
}

function codeAndMessage(code: unknown, message: unknown): ServerError | undefined {
  const readCode = typeof code === "number" ? String(code) : text(code);
  const readMessage = text(message);
  if (readCode === undefined && readMessage === undefined) {
    return undefined;
  }
  return {
    ...(readCode !== undefined && { code: readCode }),
    ...(readMessage !== undefined && { message: readMessage }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/**
 * True for a body that plainly reports an error, for answers whose status says success. Any one of:
 *
 * - `error` is an object or a text that is not empty, or `errors` a list that is not empty
 * - `success` or `ok` is false
 * - `status`, `statusCode` or `code` is a number of 400 or more
 * - `code` and `message` are texts, and the code is none of `ok`, `success`
 *
 * A `message` alone is none: "Cluster deleted" is a usual answer to a delete.
 */
export function isErrorObject(body: unknown): boolean {
  if (!isObject(body)) {
    return false;
  }
  const { error, errors, success, ok, status, statusCode, code, message } = body;
  return (
    isObject(error) ||
    text(error) !== undefined ||
    (Array.isArray(errors) && errors.length > 0) ||
    success === false ||
    ok === false ||
    [status, statusCode, code].some((value) => typeof value === "number" && value >= 400) ||
    (text(message) !== undefined && text(code) !== undefined && !/^(ok|success)$/i.test(text(code) ?? ""))
  );
}
