import { escapeMarkup } from "../../../render/markup";
import { makeVisible } from "../../../render/visible-text";

// All texts of a plan are in code spans, code elements or fenced blocks, in which markup and mentions have no
// effect (CommonMark 0.31, sections 4.5 and 6.1).

/** Returns a code span in one line. Its fence is longer than any run of backticks in the text. */
export function codeSpan(text: string): string {
  const visible = oneLine(text);
  if (visible === "") return "*empty*";
  const fence = "`".repeat(longestRun(visible) + 1);
  const padding = /^[\s`]|[\s`]$/.test(visible) ? " " : "";
  return `${fence}${padding}${visible}${padding}${fence}`;
}

/** Returns a code element for the inside of an HTML block, where Markdown is not read. */
export function codeElement(text: string): string {
  return `<code>${escapeMarkup(oneLine(text))}</code>`;
}

/** Returns a fenced block. Its fence is longer than any run of backticks in it, so no line ends the block. */
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
