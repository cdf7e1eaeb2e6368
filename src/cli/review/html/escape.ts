import { makeVisible } from "../visible-text";

/** Text that is HTML already. Made by `markup` alone, so that no text of a plan can pass for it. */
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

/** Characters that are spelled out. Text that merely looks like it gets the same box, which does no harm. */
const SPELLED = /(⟨U\+[0-9A-F]{4,6}⟩|[\u2400-\u2421⏎])/u;

/**
 * A template whose values are escaped, with hidden characters spelled out; in an element's content these stand in small
 * boxes. An attribute (a value right behind `="`) takes text alone.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
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
  return makeVisible(String(value))
    .split(SPELLED)
    .map((part, i) => (i % 2 === 0 ? escapeMarkup(part) : `<span class="char">${part}</span>`))
    .join("");
}

/** Text of several lines, for an element that keeps line breaks. */
export function textLines(text: string): Markup {
  return new Markup(text.split("\n").map(contentSource).join("\n"));
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character]!);
}
