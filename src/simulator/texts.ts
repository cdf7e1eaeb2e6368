import { escapeMarkup } from "../render/markup";
import type { Dialect } from "./dialect";

/** Returns a text in the form that the dialect stores. Returns any other value unchanged. */
export function storedText(text: unknown, { storedText: style }: Dialect): unknown {
  return typeof text === "string" ? textStoredAs(text, style) : text;
}

/** Returns a text as a server stores it with this value of the setting `storedText`. */
export function textStoredAs(text: string, style: Dialect["storedText"]): string {
  return STORED[style](text);
}

const STORED: Readonly<Record<Dialect["storedText"], (text: string) => string>> = {
  "as-sent": (text) => text,
  "line-feeds": (text) => text.replaceAll("\r\n", "\n"),
  "trim-newline": (text) => text.replace(/[\r\n]+$/, ""),
  trim: (text) => text.trim(),
  nfc: (text) => text.normalize("NFC"),
  nfd: (text) => text.normalize("NFD"),
  nfkc: (text) => text.normalize("NFKC"),
  "html-escaped": (text) => text.replace(/[&<>"']/g, (character) => escapeMarkup(character)),
  "smart-quotes": curly,
  "no-emoji": (text) => text.replace(/\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}]*/gu, ""),
  "no-invisible": (text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
};

/** Makes straight quotes curly. A quote after a letter, digit or punctuation mark becomes a closing one. */
function curly(text: string): string {
  return text
    .replace(/(?<=[\p{L}\p{N}.,!?])["']/gu, (quote) => (quote === '"' ? "\u201d" : "\u2019"))
    .replace(/["']/g, (quote) => (quote === '"' ? "\u201c" : "\u2018"));
}

const MAX_LISTED_LENGTH = 20;

/** Returns a name in the form in which a list shows it in this dialect. */
export function listedName(name: string, { listedNames }: Dialect): string {
  const characters = [...name];
  if (listedNames === "whole" || characters.length <= MAX_LISTED_LENGTH) return name;
  if (listedNames === "cut") return characters.slice(0, MAX_LISTED_LENGTH).join("");
  return `${characters.slice(0, MAX_LISTED_LENGTH - 1).join("")}\u2026`;
}
