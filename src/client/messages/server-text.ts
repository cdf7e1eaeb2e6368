import { isUtf8 } from "node:buffer";
import type { Operation } from "../../api";
import type { HttpResponse } from "../connection/exchange";
import type { RedactLine } from "../errors/redact-line";
import type { ServerError } from "./error-body";

/** Largest lengths in code points: of a message, of a body's start, and of an id, code, host or type. */
const MESSAGE_LENGTH = 300;
const EXCERPT_LENGTH = 500;
export const NAME_LENGTH = 100;

const REQUEST_ID_HEADERS = ["x-request-id", "x-amzn-requestid", "x-amz-request-id", "x-correlation-id"];

export interface Received {
  readonly operation: Operation;
  readonly id: string | undefined;
  readonly response: HttpResponse;
  readonly redact: RedactLine;
}

/** A gateway may compress the body although the request asks for `identity`. */
export function isCompressed({ body, header }: HttpResponse): boolean {
  return !["", "identity"].includes(header("content-encoding") ?? "") && !isUtf8(body);
}

/** Returns an empty text for a compressed body. */
export function textOf({ response }: Received): string {
  // A secret that contains NUL characters would not be found and redacted.
  return isCompressed(response) ? "" : response.body.toString().replaceAll("\0", "");
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

/** Removes tags, and scripts and styles up to their next `<`, in linear time. */
function textOfMarkup(markup: string): string {
  const texts = markup.replace(/<(?:script|style)\b[^<]*|<[^<>]*>/gi, " ");
  return texts.replace(/\s+/g, " ").trim();
}
