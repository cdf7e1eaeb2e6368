import { escapeMarkup } from "../../../page/markup";
import { makeVisible } from "../../../page/visible-text";

/**
 * Nothing that stands in a plan is ever written as Markdown: it goes into a code span, a code element or a fence. There
 * no markup, link, image, mention or reference is read, neither by Markdown itself nor by what a code host adds to it.
 * (CommonMark 0.31, sections 4.5 and 6.1.)
 */

/** A code span, on one line. Its fence is longer than any run of backticks within. */
export function codeSpan(text: string): string {
  const visible = oneLine(text);
  if (visible === "") return "*empty*";
  const fence = "`".repeat(longestRun(visible) + 1);
  const padding = /^[\s`]|[\s`]$/.test(visible) ? " " : "";
  return `${fence}${padding}${visible}${padding}${fence}`;
}

/** A code element for the inside of an HTML block, where Markdown is not read. */
export function codeElement(text: string): string {
  return `<code>${escapeMarkup(oneLine(text))}</code>`;
}

/** A fenced block. A line must not end it early, so that its fence is longer than any run of backticks within. */
export function fenced(lines: readonly string[], language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(lines.join("\n")) + 1));
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

function oneLine(text: string): string {
  return makeVisible(text).replaceAll("\t", "⇥");
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
