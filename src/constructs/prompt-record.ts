import type { TerraformStack } from "cdktf";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PROMPT_RECORD, type PromptRecord, remove, WholeFileWriter } from "../install";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { resourcesIn, sharedState } from "./stack";
import { emptyText } from "./tokens";

interface PromptFiles {
  /** The file that `promptFile` read, by the string that it returned. */
  readonly byText: Map<string, string>;
  /** For each file: the content that `promptFile` last read, and the string that it returned. */
  readonly byFile: Map<string, { readonly content: string; readonly text: string }>;
}

const files = sharedState<PromptFiles>("prompt files", () => ({ byText: new Map(), byFile: new Map() }));

/**
 * Records which file a prompt comes from, and returns the string to use for the prompt. If another file has
 * the same content, the string ends in an empty token, so that the two strings differ. Synth writes nothing
 * for that token.
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
 * Writes a record beside a synthesized stack. It names the file of each snippet whose whole prompt comes from
 * a file. With the record, `cdktf-outreach pull` writes edits from Outreach back into these files.
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
  const writer = new WholeFileWriter(stackFolder);
  writer.write(path, Buffer.from(`${JSON.stringify(record, null, 2)}\n`), "data");
}

function entryOf(snippet: OutreachSnippet, stackFolder: string): [address: string, file: string][] {
  const { promptInput: prompt } = snippet;
  const file = typeof prompt === "string" ? files.byText.get(prompt) : undefined;
  if (file === undefined) return [];
  const path = relative(stackFolder, file).split(sep).join("/");
  return [[`outreach_snippet.${snippet.friendlyUniqueId}`, path]];
}
