import { ValueError } from "./path";

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Returns a text in Unicode form NFC, only to compare and never to send (docs/design/protocol-sdk.md). */
export function normaliseText(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** Returns the same text; throws ValueError for a lone surrogate, which UTF-8 cannot represent. */
export function wellFormed(text: string): string {
  if (!text.isWellFormed()) {
    throw new ValueError("a text contains a lone surrogate, which Terraform cannot represent");
  }
  return text;
}
