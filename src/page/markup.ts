import { makeVisible } from "./visible-text";

/**
 * Text that is HTML already. Made in this file from escaped text, and by `htmlPage` from our own styles and
 * script, so that no text of a plan or of an object can pass for it.
 */
export class Markup {
  constructor(readonly source: string) {}
}

export type Content = Markup | string | number | null | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

const CONTROL = /((?![\t\n])\p{Cc})/u;
/** What `makeVisible` writes. Text that merely looks like it gets the same box, which does no harm. */
const SPELLED = /(⟨U\+[0-9A-F]{4,6}⟩|⏎)/u;

/**
 * A template whose values are escaped, with hidden characters spelled out; in an element's content these
 * stand in small boxes. An attribute (a value right after `="`) takes text alone.
 */
export function element(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const sources = values.map((value, i) =>
    parts[i]!.endsWith('="') ? attributeSource(value) : contentSource(value),
  );
  // The indentation is for those who read the template; a page of many lines would double in size with it.
  const [start, ...rest] = parts.map((part) => part.replace(/\n\s+/g, "\n"));
  return new Markup(rest.reduce((source, part, i) => source + sources[i]! + part, start!));
}

function attributeSource(value: Content): string {
  if (typeof value !== "string" && typeof value !== "number") throw new TypeError("An attribute is a text.");
  return escapeMarkup(makeVisible(String(value)));
}

function contentSource(value: Content): string {
  if (value === null) return "";
  if (value instanceof Markup) return value.source;
  if (typeof value === "object") return value.map(contentSource).join("");
  return alternate(String(value), CONTROL, codePointOf, (text) =>
    alternate(makeVisible(text), SPELLED, (spelled) => spelled.replace(/[⟨⟩]/g, ""), escapeMarkup),
  );
}

/** Few fonts have the pictures of control characters, so that these get a number like the others. */
function codePointOf(control: string): string {
  return `U+${control.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What the pattern finds goes into boxes, and what is between, through `plain`. */
function alternate(
  text: string,
  pattern: RegExp,
  inBox: (found: string) => string,
  plain: (text: string) => string,
): string {
  return text
    .split(pattern)
    .map((part, i) => (i % 2 === 0 ? plain(part) : `<span class="char">${inBox(part)}</span>`))
    .join("");
}

/** Text of several lines, for an element that keeps line breaks. */
export function textLines(text: string): Markup {
  return new Markup(text.split("\n").map(contentSource).join("\n"));
}

/** An attribute whose value a script or a form reads back: hidden characters stay as they are. */
export function exactAttribute(name: string, value: string): Markup {
  return new Markup(` ${name}="${exactSource(value)}"`);
}

/** The content of a textarea. Its first line break would be dropped. */
export function exactContent(text: string): Markup {
  return new Markup(`\n${exactSource(text)}`);
}

/** A parser turns a bare carriage return into a line feed. */
function exactSource(text: string): string {
  return escapeMarkup(text).replaceAll("\r", "&#13;");
}

/** Text for the content of an element, and for an attribute in quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character]!);
}
