import { isUtf8 } from "node:buffer";
import { messageOf } from "./message-of";

/**
 * Returns the value of a JSON file. Skips a byte order mark.
 * @throws Error naming the file and the place, if the file is not UTF-8 or not JSON, or if writing the value
 * again would lose something: one of two equal keys, or digits of a number
 */
export function parseLossless(file: string, bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8. Save it as UTF-8.`);
  const text = bytes.toString().replace(/^\ufeff/, "");
  const value = parse(file, text);
  const again = tokensOf(JSON.stringify(value));
  for (const { token, index } of tokensOf(text)) {
    const kept = again.next().value?.token;
    if (kept === token || (kept !== undefined && isSameText(token, kept))) continue;
    throw new Error(
      `${file}, line ${lineOf(text, index)}: ${token.slice(0, 40)} would be lost or changed if this file were written ` +
        "again. Remove a duplicate key, and write a number that JavaScript changes as a string.",
    );
  }
  return value;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const position = /at position (\d+)/.exec(messageOf(error))?.[1];
    const place = position === undefined ? "" : `, line ${lineOf(text, Number(position))}`;
    throw new Error(`${file}${place} is not JSON: ${messageOf(error)}. Correct it, or restore the file.`, {
      cause: error,
    });
  }
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** One text can be written in several ways, for example with or without escapes. */
function isSameText(a: string, b: string): boolean {
  return a.startsWith('"') && b.startsWith('"') && JSON.parse(a) === JSON.parse(b);
}

/** Yields the tokens of a text that is JSON. A regular expression would overflow its stack on long strings. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }, undefined> {
  for (let index = 0; index < text.length;) {
    const end = endOfToken(text, index);
    const token = text.slice(index, end);
    if (token.trim() !== "") yield { token, index };
    index = end;
  }
}

function endOfToken(text: string, start: number): number {
  let end = start + 1;
  if (text[start] === '"') {
    while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  if (/[\d.\w-]/.test(text[start]!)) while (/[\d.\w+-]/.test(text[end] ?? "")) end += 1;
  return end;
}
