import { isUtf8 } from "node:buffer";

const BYTE_ORDER_MARK = "\ufeff";

export interface PromptText {
  /** The text as `promptFile` reads it. */
  readonly text: string;
  /** The byte order mark before the text, or "". */
  readonly head: string;
}

/** Decodes a prompt file; undefined if it is not UTF-8. */
export function decodePrompt(bytes: Buffer): PromptText | undefined {
  return isUtf8(bytes) ? splitMark(bytes.toString()) : undefined;
}

export function splitMark(text: string): PromptText {
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { text: text.slice(head.length), head };
}
