import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parsePrompt, promptVariables } from "../../prompts";
import { makeVisible } from "../../render/visible-text";
import { writeWhole } from "../../util/files/write-whole";
import { printJson } from "../../util/json";
import { count } from "../../util/text";
import { promptChange, knownText } from "./model/objects";
import type { Review } from "./model/review";

const FORMAT = "cdktf-outreach/changed-prompts";

export function evalsIn(folder: string): readonly [changed: string, prompts: string] {
  return [join(folder, "changed.json"), join(folder, "prompts.json")];
}

/** Creates the folder, and removes the files of an earlier review, which must not pass for those of this review. */
export function prepareEvals(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const [changed, prompts] = evalsIn(folder);
  const isOwn = existsSync(changed) ? readFileSync(changed, "utf8").includes(FORMAT) : !existsSync(prompts);
  if (!isOwn)
    throw new Error(`${changed} or ${prompts} is not from a review. Name another folder with --evals.`);
  rmSync(prompts, { force: true });
  rmSync(changed, { force: true });
}

/** Writes the changed prompts. Returns sentences for the user. */
export function writeEvals(folder: string, review: Review): string {
  const { changes, leftOut } = changedPrompts(review);
  const { stacks, commit, generatorVersion } = review;
  const prompts = changes.flatMap(({ address, stack, before, after }) => {
    const title = labelOf(stacks.length > 1 ? `${address} in ${stack}` : address);
    return Object.entries({ before, after }).flatMap(([side, text]) =>
      text === null ? [] : { label: `${title} (${side})`, raw: promptfooTemplate(text) },
    );
  });
  const changed = { format: FORMAT, version: 1, generatorVersion, commit, changes, leftOut };
  // If the second write fails, the next review takes the file of the first write for its own.
  const [changedFile, promptsFile] = evalsIn(folder);
  writeWhole(changedFile, printJson(changed));
  writeWhole(promptsFile, printJson(prompts));
  const written = `Prompts of ${count(changes.length, "change")} for evaluations: written to ${folder}.`;
  const left = leftOut.map(({ address, stack, why }) => `  Left out, because ${why}: ${address} in ${stack}`);
  return `${[written, ...left].map(makeVisible).join("\n")}\n`;
}

function changedPrompts({ stacks }: Review) {
  const changes = [];
  const leftOut = [];
  for (const { name: stack, changes: all } of stacks)
    for (const change of all) {
      const prompt = promptChange(change);
      if (prompt === undefined) continue;
      const { address, name, action, source } = change;
      const why = [prompt.before.kind, prompt.after.kind].find((kind) =>
        /^(?:sensitive|unknown)$/.test(kind),
      );
      const [before, after] = [knownText(prompt.before), knownText(prompt.after)];
      const { file = null, line = null } = source ?? {};
      // A placeholder has no line break, so the joined text has no other placeholders.
      const variables = promptVariables(`${before ?? ""}\n${after ?? ""}`);
      if (why !== undefined) leftOut.push({ stack, address, why });
      else changes.push({ stack, address, name, action, file, line, variables, before, after });
    }
  return { changes, leftOut };
}

/** promptfoo replaces `{{ env.NAME }}` in all texts of a configuration by the environment, so labels have no `{{`. */
function labelOf(title: string): string {
  return makeVisible(title).replace(/\{(?=\{)/g, "{ ");
}

/**
 * Returns a Nunjucks template that promptfoo renders to the prompt. The line break in its first tag keeps promptfoo
 * from taking the text for JSON, for a file to read, or for a program to run (`exec:`).
 */
export function promptfooTemplate(prompt: string): string {
  let [template, end] = ["{% raw\n%}", 0];
  for (const { variable, start, end: next } of parsePrompt(prompt)) {
    template += `${rawText(prompt.slice(end, start))}{% endraw %}{{${symbolOf(variable)}}}{% raw %}`;
    end = next;
  }
  return `${template}${rawText(prompt.slice(end))}{% endraw %}`;
}

/** Puts braces that could begin a tag outside of the raw block, as a string. */
function rawText(text: string): string {
  return text.replace(/\{{2,}|\{(?=[%#]|$)/g, (braces) => `{% endraw %}{{ '${braces}' }}{% raw %}`);
}

/**
 * Spells a variable so that Nunjucks reads it as one name. Nunjucks puts a name unchanged into a string of the
 * JavaScript that it compiles, so an escape stands for a character that would end the name.
 */
function symbolOf(variable: string): string {
  // promptfoo sets `_conversation` itself if a template has this name.
  const isWord = /^(?:not|none|null|true|false|_conversation)$/.test(variable);
  const escaped = (character: string) => `\\x${character.charCodeAt(0).toString(16)}`;
  return variable.replace(isWord ? /^./ : /[.-]/g, escaped);
}
