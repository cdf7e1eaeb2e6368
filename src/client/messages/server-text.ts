import { isUtf8 } from "node:buffer";
import type { Operation } from "../../api";
import { codingsOf } from "../connection/content-coding";
import type { HttpResponse } from "../connection/exchange";
import type { RedactLine } from "../errors/redact-line";
import type { ServerError } from "./error-body";

/** Largest lengths of a message and of the start of a body that an error shows, in code points. */
const MESSAGE_LENGTH = 300;
const EXCERPT_LENGTH = 500;
/** Longest id, code, host or content type that is shown, in code points. */
export const NAME_LENGTH = 100;

const REQUEST_ID_HEADERS = [
  "x-request-id",
  "x-amzn-requestid",
  "x-amz-request-id",
  "request-id",
  "x-correlation-id",
];

export interface Received {
  readonly operation: Operation;
  readonly id: string | undefined;
  readonly response: HttpResponse;
  readonly redact: RedactLine;
}

/** Reports whether a body is still compressed, because its coding is unknown or its bytes are invalid. */
export function isCompressed(response: HttpResponse): boolean {
  return codingsOf(response.header("content-encoding")).length > 0;
}

/** Returns the body as a text to show. Invalid bytes are replaced. The text of a compressed body is empty. */
export function textOf({ response }: Received): string {
  const { body } = response;
  // NUL characters are removed: a secret that contains them would not be redacted.
  return isCompressed(response) && !isUtf8(body)
    ? ""
    : new TextDecoder(encodingOf(body)).decode(body).replaceAll("\0", "");
}

/**
 * Returns the encoding of a body. JSON and markup begin with a byte order mark or an ASCII character. In
 * UTF-16, one of the two bytes of an ASCII character is zero.
 */
function encodingOf([first, second]: Buffer): string {
  if (second === 0 || (first === 0xff && second === 0xfe)) return "utf-16le";
  return first === 0 || (first === 0xfe && second === 0xff) ? "utf-16be" : "utf-8";
}

export function responseFacts(received: Received) {
  const { response, redact } = received;
  const id = REQUEST_ID_HEADERS.map((name) => response.header(name)).find((value) => value !== undefined);
  const text = textOf(received);
  const bodyExcerpt = redact(isMarkup(text) ? textOfMarkup(text) : text, EXCERPT_LENGTH);
  return {
    status: response.status,
    ...(id !== undefined && { requestId: redact(id, NAME_LENGTH) }),
    ...(bodyExcerpt !== "" && { bodyExcerpt }),
  };
}

export function responseFactsAndText(received: Received, error: ServerError) {
  const facts = responseFacts(received);
  return { ...facts, quoted: facts.bodyExcerpt, ...serverText(error, received.redact) };
}

export function serverText({ code, message }: ServerError, redact: RedactLine) {
  const serverCode = code === undefined ? undefined : redact(code, NAME_LENGTH);
  const serverMessage = message === undefined ? undefined : redact(message, MESSAGE_LENGTH);
  const quoted = serverMessage ?? serverCode;
  return {
    ...(serverCode !== undefined && { serverCode }),
    ...(serverMessage !== undefined && { serverMessage }),
    ...(quoted !== undefined && { quoted }),
  };
}

const SHOWN_OF_PAGE = 2_000;

const UNSEEN = /^<(script|style)\b/i;

export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Returns the text of a page without its tags, in linear time. A secret between two tags stays whole. */
function textOfMarkup(markup: string): string {
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  while (at < markup.length && length < SHOWN_OF_PAGE) {
    const tag = indexFrom(markup, "<", at);
    const piece = markup.slice(at, tag).trim();
    if (piece !== "") pieces.push(piece);
    length += piece.length;
    at = indexFrom(markup, ">", tag) + 1;
    if (UNSEEN.test(markup.slice(tag, tag + 8))) at = indexFrom(markup, "</", at);
  }
  return pieces.join(" ");
}

function indexFrom(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found === -1 ? text.length : found;
}
