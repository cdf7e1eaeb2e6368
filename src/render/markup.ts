import { createHash } from "node:crypto";
import { makeVisible } from "./visible-text";

/** Only this file can create HTML, so texts of a plan or object are always escaped. */
export class Markup {
  constructor(readonly source: string) {}
}

export type MarkupContent = Markup | string | number | null | readonly MarkupContent[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

export function element(parts: TemplateStringsArray, ...values: readonly MarkupContent[]): Markup {
  // The indentation of templates would double the size of a large page.
  const [start, ...rest] = parts.map((part) => part.replace(/\n\s+/g, "\n"));
  return new Markup(rest.reduce((source, part, i) => source + sourceOf(values[i]!) + part, start!));
}

function sourceOf(value: MarkupContent): string {
  if (value === null) return "";
  if (value instanceof Markup) return value.source;
  return typeof value === "object" ? value.map(sourceOf).join("") : escapeMarkup(makeVisible(String(value)));
}

export function textLines(text: string): Markup {
  return new Markup(text.split("\n").map(sourceOf).join("\n"));
}

/** A script or form reads the attribute, so its invisible characters stay unchanged. */
export function exactAttribute(name: string, value: string): Markup {
  return new Markup(` ${name}="${exactSource(value)}"`);
}

/**
 * HTML parsers drop the first line break in a textarea, so the content starts with an additional line break.
 */
export function exactContent(text: string): Markup {
  return new Markup(`\n${exactSource(text)}`);
}

/** HTML parsers turn carriage returns into line feeds, so carriage returns are escaped. */
function exactSource(text: string): string {
  return escapeMarkup(text).replaceAll("\r", "&#13;");
}

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character]!);
}

interface HtmlPage {
  readonly title: string;
  readonly styles: string;
  readonly script: string | null;
  /** The content security policy; null if a response header sends the policy. */
  readonly policy: string | null;
  readonly skip: { readonly target: string; readonly words: string };
  readonly body: MarkupContent;
}

export function htmlPage({ title, styles, script, policy, skip, body }: HtmlPage): string {
  return element`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy === null ? null : element`<meta http-equiv="Content-Security-Policy" content="${policy}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${new Markup(`<style>${styles}</style>`)}
</head>
<body>
<a class="skip" href="${`#${skip.target}`}">${skip.words}</a>
${body}
${script === null ? null : new Markup(`<script>${script}</script>`)}
</body>
</html>
`.source;
}

/** Returns a content security policy that only allows these styles and this script, by their hashes. */
export function contentPolicy(styles: string, script: string, more: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(styles)}`,
    `script-src ${hashOf(script)}`,
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
