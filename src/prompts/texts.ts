/**
 * Matches characters that could control a terminal, or hide and reorder its text. Joiners only shape letters,
 * so they do not match. V8 resolves a literal's character classes even if a process never uses them, so a
 * function makes the pattern.
 */
export const invisible = () =>
  new RegExp(String.raw`(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

/** The literal is on one line, with all characters visible. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(invisible(), (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/**
 * Largest size of a text as JSON in UTF-8, in bytes. The client rejects responses above 8 MiB, and a response
 * also holds other fields. An object with a longer text could be neither read nor deleted.
 */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024 - 64 * 1024;

export function problemOfLength(text: string): string | undefined {
  // A UTF-16 unit takes at most six bytes, as \u0000 does.
  if (text.length * 6 < MAX_TEXT_BYTES) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(text));
  if (bytes <= MAX_TEXT_BYTES) return undefined;
  const [is, most] = [bytes, MAX_TEXT_BYTES].map((size) => (size / 1024 ** 2).toFixed(1));
  return (
    `has ${is} MiB as JSON. With more than ${most} MiB, its object could be created, but no response could hold it ` +
    "afterwards, so it could neither be planned nor deleted. Write a shorter text"
  );
}

type Called = ((...args: never[]) => unknown) | (abstract new (...args: never[]) => unknown);

/**
 * The stack trace starts where the user's program calls `called`. The error has no `cause`, because Node
 * would print the stack trace of the cause.
 */
export function userError(message: string, called: Called): Error {
  const error = new Error(message);
  Error.captureStackTrace(error, called);
  return error;
}

/** `what`: the beginning of a sentence about the value, such as "The prompt". */
export function refuseNoText(value: unknown, what: string, called: Called): void {
  if (typeof value === "string") return;
  const is = value === null ? "null" : typeof value;
  throw userError(`${what} is ${is}, and not a string. Pass a string.`, called);
}
