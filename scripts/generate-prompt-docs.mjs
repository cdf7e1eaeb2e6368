// Writes docs/guides/prompt-warnings.md from the rules and their examples. `--print` prints it for the test
// that compares.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatted } from "./formatted.mjs";
import { WORDINGS } from "../src/prompt/wordings.ts";
import { PROMPT_RULES } from "./prompt-rules.ts";
import { root } from "./sources.mjs";

const file = join(root, "docs/guides/prompt-warnings.md");

const HEAD = `---
page_title: "Prompt warnings"
description: "The rules that find mistakes in a prompt, such as braces that were probably meant as a placeholder."
---

<!-- Generated from scripts/prompt-rules.ts by scripts/generate-prompt-docs.mjs. Do not edit. -->

# Warnings about prompts

A placeholder is an identifier in single braces, such as \`{first_name}\`. An identifier has letters, digits, \`_\`, \`-\`
and \`.\`, and starts with a letter, a digit or \`_\`. A prompt reaches the server unchanged, and a language model reads
everything outside placeholders as text.

The rules on this page find braces that were probably meant as a placeholder, and conflict markers of a merge. Synth, a
plan and a review warn about them, and never change the prompt. If a text is intended, [acknowledge the
warning](../resources/snippet.md#intended-texts). At synth and in a review, a warning names the
text, its place and what was probably meant. A warning of a plan names only the place, because Terraform may mark the
prompt as sensitive. If one rule matches more than three texts of a prompt, one warning lists them all. If several rules
match a text, only the first of these rules on this page warns.

Spintax (\`{Hi|Hello}\`), template languages and tags without braces (\`[Name]\`, \`*|NAME|*\`, \`%NAME%\`) reach the
model unchanged. In doubled braces, \`|\` usually starts a fallback. It separates the alternatives of spintax if there
are more than two texts, or if the texts are phrases or capitalized words.

In the examples, \`⏎\` is a line break, \`\\r\` a carriage return and \`\\u200b\` is an invisible character.
`;

/** Returns a text as Markdown code on one line, with invisible characters as escapes. */
function code(text) {
  const shown = text
    .replace(/\n/g, "⏎")
    .replace(/\r/g, "\\r")
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u${character.codePointAt(0).toString(16)}`);
  const fence = "`".repeat(Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length)) + 1);
  const padding = /^`|`$/.test(shown) ? " " : "";
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** Wraps prose at 120 columns, as in this repository. */
function wrapped(prose) {
  const lines = [];
  for (const word of prose.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 120) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

function sectionOf([name, wording]) {
  const { matches, why, warned, silent } = PROMPT_RULES[name];
  const rows = warned.map(
    ([prompt, text, suggestion]) =>
      `- ${code(prompt)}: ${code(text)}${suggestion === null ? "" : ` → ${code(suggestion)}`}`,
  );
  return [
    `## ${name}`,
    wrapped(`The text "${wording.one}".`),
    wrapped(`**Matches:** ${matches}`),
    wrapped(`**Why:** ${why}`),
    "Texts that get a warning, and the suggestion if there is one:",
    rows.join("\n"),
    "Texts without a warning:",
    silent.map((prompt) => `- ${code(prompt)}`).join("\n"),
  ].join("\n\n");
}

const page = [HEAD, ...Object.entries(WORDINGS).map(sectionOf)].join("\n\n");
const text = await formatted(file, page);
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(file, text);
