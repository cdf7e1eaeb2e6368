import { isUtf8 } from "node:buffer";

import { layersOf } from "../connection/content-coding";
import type { ServerError } from "./error-body";
import type { HttpAnswer } from "../connection/transport";
import { isMarkup, textOfMarkup } from "./markup";
import type { Present } from "../errors/present";

/** Code points shown of what a server says. An error message is read by people; the rest is on the server. */
const MESSAGE_LENGTH = 300;
const EXCERPT_LENGTH = 500;
export const NAME_LENGTH = 100;

const REQUEST_ID_HEADERS = [
  "x-request-id",
  "x-amzn-requestid",
  "x-amz-request-id",
  "request-id",
  "x-correlation-id",
];

/** An answer, and what makes texts of it fit to be shown. */
export interface Shown {
  readonly answer: HttpAnswer;
  readonly present: Present;
}

/** Reports whether a body is still compressed: in a coding that `unpack` does not know, or broken. */
export function isPacked(answer: HttpAnswer): boolean {
  return layersOf(answer.header("content-encoding")).length > 0;
}

/** For people only: broken bytes are replaced, and of compressed ones nothing is left. */
export function textOf({ answer }: Shown): string {
  const { body } = answer;
  // No text holds the character zero, and a secret that is spread out by it would not be found.
  return isPacked(answer) && !isUtf8(body)
    ? ""
    : new TextDecoder(encodingOf(body)).decode(body).replaceAll("\0", "");
}

/** JSON and markup begin with ASCII, of which UTF-16 makes every other byte zero, or it begins with its mark. */
function encodingOf([first, second]: Buffer): string {
  if (second === 0 || (first === 0xff && second === 0xfe)) return "utf-16le";
  return first === 0 || (first === 0xfe && second === 0xff) ? "utf-16be" : "utf-8";
}

/** What any failed answer tells of itself. */
export function factsOf(shown: Shown) {
  const { answer, present } = shown;
  const id = REQUEST_ID_HEADERS.map((name) => answer.header(name)).find((value) => value !== undefined);
  const text = textOf(shown);
  const bodyExcerpt = present(isMarkup(text) ? textOfMarkup(text) : text, EXCERPT_LENGTH);
  return {
    status: answer.status,
    ...(id !== undefined && { requestId: present(id, NAME_LENGTH) }),
    ...(bodyExcerpt !== "" && { bodyExcerpt }),
  };
}

/** The same of one that says what is wrong: its own words are quoted, and without any the start of its body. */
export function factsAndWordsOf(shown: Shown, said: ServerError) {
  const facts = factsOf(shown);
  return { ...facts, quoted: facts.bodyExcerpt, ...wordsOf(said, shown.present) };
}

/** The server's own words; without any, nothing. */
export function wordsOf({ code, message }: ServerError, present: Present) {
  const serverCode = code === undefined ? undefined : present(code, NAME_LENGTH);
  const serverMessage = message === undefined ? undefined : present(message, MESSAGE_LENGTH);
  const quoted = serverMessage ?? serverCode;
  return {
    ...(serverCode !== undefined && { serverCode }),
    ...(serverMessage !== undefined && { serverMessage }),
    ...(quoted !== undefined && { quoted }),
  };
}
