import { isUtf8 } from "node:buffer";
import type { Operation } from "../../api";
import { codingOf, type HttpResponse } from "../connection/exchange";
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

/** Returns the body as a text to show. Invalid bytes are replaced. The text of a compressed body is empty. */
export function textOf({ response }: Received): string {
  const { body } = response;
  // NUL characters are removed: a secret that contains them would not be redacted.
  return codingOf(response) !== undefined && !isUtf8(body) ? "" : body.toString().replaceAll("\0", "");
}

export function responseFacts(received: Received) {
  const { response, redact } = received;
  const id = REQUEST_ID_HEADERS.map((name) => response.header(name)).find((value) => value !== undefined);
  const text = textOf(received);
  const bodyExcerpt = redact(isMarkup(text) ? textOfMarkup(text) : text, EXCERPT_LENGTH);
  return {
    status: response.status,
    requestId: id && redact(id, NAME_LENGTH),
    bodyExcerpt: bodyExcerpt === "" ? undefined : bodyExcerpt,
  };
}

export function responseFactsAndText(received: Received, error: ServerError) {
  const facts = responseFacts(received);
  const texts = serverText(error, received.redact);
  return { ...facts, ...texts, quoted: texts.quoted ?? facts.bodyExcerpt };
}

export function serverText({ code, message }: ServerError, redact: RedactLine) {
  const serverCode = code && redact(code, NAME_LENGTH);
  const serverMessage = message && redact(message, MESSAGE_LENGTH);
  return { serverCode, serverMessage, quoted: serverMessage ?? serverCode };
}

export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Returns the text of a page without its tags, scripts and styles, in linear time. */
function textOfMarkup(markup: string): string {
  let isUnseen = false;
  const texts = markup.split("<").map((piece) => {
    if (/^(script|style)\b/i.test(piece)) isUnseen = true;
    else if (piece.startsWith("/")) isUnseen = false;
    return isUnseen ? "" : piece.slice(piece.indexOf(">") + 1).trim();
  });
  return texts.filter((text) => text !== "").join(" ");
}
