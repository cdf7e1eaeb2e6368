import { createHash } from "node:crypto";
import { element, Markup, type Content } from "./markup";

interface HtmlPage {
  readonly title: string;
  readonly styles: string;
  /** Null where nothing on the page needs one. */
  readonly script: string | null;
  /** A policy that the page carries; null where a header does. */
  readonly policy: string | null;
  /** The skip link goes to `target`, an id of the page. */
  readonly skip: { readonly target: string; readonly words: string };
  readonly body: Content;
}

/** A whole document that needs nothing else: its styles and script are in it. */
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

/**
 * A content security policy that lets nothing be loaded, sent or run but these styles and this script, which
 * it knows by their hashes. `more` adds directives.
 */
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
