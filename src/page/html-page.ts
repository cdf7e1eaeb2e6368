import { createHash } from "node:crypto";
import { element, Markup, type MarkupContent } from "./markup";

interface HtmlPage {
  readonly title: string;
  readonly styles: string;
  /** Null for a page without a script. */
  readonly script: string | null;
  /** The content security policy; null if a response header contains the policy. */
  readonly policy: string | null;
  /** The link that skips to `target`, an id of the page. */
  readonly skip: { readonly target: string; readonly words: string };
  readonly body: MarkupContent;
}

/** Returns an HTML document with its styles and script. */
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

/** Returns a content security policy that allows only these styles and this script, by their hashes. */
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
