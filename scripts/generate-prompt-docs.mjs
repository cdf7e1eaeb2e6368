// Writes docs/guides/prompt-warnings.md from the rules and their examples. With `--print`, prints the page
// for a test.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatted } from "./formatted.mjs";
import { WORDINGS } from "../src/prompts/wordings.ts";
import { PROMPT_RULES } from "./prompt-rules.ts";
import { root } from "./sources.mjs";

const file = join(root, "docs/guides/prompt-warnings.md");

/** Largest numbers of examples on the page. The first examples are typical. */
const SHOWN = { warned: 2, silent: 1 };

const HEAD = `---
page_title: "Prompt warnings"
description: "The rules that find mistakes in a prompt, such as braces that were probably meant as a placeholder."
---

<!-- Generated from scripts/prompt-rules.ts by scripts/generate-prompt-docs.mjs. Do not edit. -->

# Warnings about prompts

[Check and find prompts](prompt-checks.md) says which commands apply these rules. A snippet can
[acknowledge](../resources/snippet.md#intended-texts) a text that is intended. If several rules match a text, only the
first one warns. Spintax (\`{Hi|Hello}\`), template languages and tags without braces (\`[Name]\`, \`*|NAME|*\`,
\`%NAME%\`) draw no warning.

In the examples, \`⏎\` is a line break, and \`→\` comes before the suggestion.
`;

/** Invisible characters become escapes. */
function code(text) {
  const shown = text
    .replace(/\n/g, "⏎")
    .replace(/\r/g, "\\r")
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u${character.codePointAt(0).toString(16)}`);
  const fence = "`".repeat(Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length)) + 1);
  const padding = /^`|`$/.test(shown) ? " " : "";
  return `${fence}${padding}${shown}${padding}${fence}`;
}

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
  const rows = warned
    .slice(0, SHOWN.warned)
    .map(
      ([prompt, text, suggestion]) =>
        `- ${code(prompt)}: ${code(text)}${suggestion === null ? "" : ` → ${code(suggestion)}`}`,
    );
  return [
    `## ${name}`,
    wrapped(`The warning says that the text "${wording.what}".`),
    wrapped(`**Matches:** ${matches}`),
    wrapped(`**Why:** ${why}`),
    "Warnings:",
    rows.join("\n"),
    "No warnings:",
    silent
      .slice(0, SHOWN.silent)
      .map((prompt) => `- ${code(prompt)}`)
      .join("\n"),
  ].join("\n\n");
}

const page = [HEAD, ...Object.entries(WORDINGS).map(sectionOf)].join("\n\n");
const text = await formatted(file, page);
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(file, text);
