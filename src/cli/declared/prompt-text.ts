import { isUtf8 } from "node:buffer";

const BYTE_ORDER_MARK = "\ufeff";

/** Returns the text of a prompt file, and the byte order mark before it or "". Undefined if it is not UTF-8. */
export function decodePrompt(bytes: Buffer) {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString();
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { text: text.slice(head.length), head };
}
