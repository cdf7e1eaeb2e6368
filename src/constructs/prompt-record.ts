import type { TerraformStack } from "cdktf";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PROMPT_RECORD, type PromptRecord, remove, WholeFileWriter } from "../install";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { resourcesIn, sharedState } from "./stack";
import { emptyText } from "./tokens";

interface PromptFiles {
  /** The file of each string that `promptFile` returned. */
  readonly byText: Map<string, string>;
  /** The string that `promptFile` last returned for a file, and the content of the file. */
  readonly byFile: Map<string, { readonly content: string; readonly text: string }>;
}

const files = sharedState<PromptFiles>("prompt files", () => ({ byText: new Map(), byFile: new Map() }));

/**
 * Records the file of a text, and returns the text to use. If another file has the same content, an empty
 * token at the end keeps the two texts apart; synth writes nothing for it.
 */
export function rememberPromptFile(content: string, file: string): string {
  const known = files.byFile.get(file);
  if (known?.content === content) return known.text;
  const other = files.byText.get(content) ?? file;
  const text = other === file ? content : content + emptyText();
  files.byText.set(text, file);
  files.byFile.set(file, { content, text });
  return text;
}

/**
 * Writes, beside a synthesized stack, which snippets take their whole prompt from which file. `cdktf-outreach
 * pull` writes edits made in Outreach back into these files. Prompts that are composed in code are left out.
 */
export function recordPrompts(stack: TerraformStack, stackFolder: string): void {
  const found = resourcesIn(stack)
    .filter((resource) => resource.terraformResourceType === "outreach_snippet")
    .flatMap((resource) => entryOf(resource as OutreachSnippet, stackFolder));
  const path = join(stackFolder, PROMPT_RECORD);
  if (found.length === 0) {
    if (existsSync(path)) remove(path);
    return;
  }
  const record: PromptRecord = { version: 1, files: Object.fromEntries(found.sort()) };
  const writer = new WholeFileWriter(join(stackFolder, "terraform.d"));
  writer.write(path, Buffer.from(`${JSON.stringify(record, null, 2)}\n`), "data");
}

function entryOf(snippet: OutreachSnippet, stackFolder: string): [address: string, file: string][] {
  const { promptInput: prompt } = snippet;
  const file = typeof prompt === "string" ? files.byText.get(prompt) : undefined;
  if (file === undefined) return [];
  const path = relative(stackFolder, file).split(sep).join("/");
  return [[`outreach_snippet.${snippet.friendlyUniqueId}`, path]];
}
