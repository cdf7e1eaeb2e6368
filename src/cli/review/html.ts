import { createHash } from "node:crypto";
import { controls } from "./html/controls";
import { element, Markup } from "./html/escape";
import { dangers, rollUp, totalsList } from "./html/overview";
import { SCRIPT } from "./html/script";
import { stackSection } from "./html/stack";
import { STYLES } from "./html/styles";
import type { Review } from "./model";
import { reviewSentence } from "./wording";

/**
 * One page that needs nothing else: no address is in it, and its policy lets nothing be loaded, sent or run but its own
 * styles and script, which it knows by their hashes.
 */
export function renderHtml(review: Review): string {
  const { stacks, totals, generatorVersion } = review;
  const hasControls = stacks.some(({ changes, drift }) => changes.length + drift.length > 0);
  return element`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Plan review: ${reviewSentence(review)}</title>
${new Markup(`<style>${STYLES}</style>`)}
</head>
<body>
<a class="skip" href="#changes">Skip to the changes</a>
<header>
  <p class="maker">cdktf-outreach</p>
  <h1>Plan review</h1>
  ${totalsList(review)}
</header>
<main>
  ${dangers(stacks)}
  ${rollUp(review)}
  ${hasControls ? controls(totals) : null}
  <div id="changes" tabindex="-1">
    ${stacks.map(stackSection)}
  </div>
</main>
<footer><p>Made by cdktf-outreach ${generatorVersion}.</p></footer>
${hasControls ? new Markup(`<script>${SCRIPT}</script>`) : null}
</body>
</html>
`.source;
}

const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLES)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
