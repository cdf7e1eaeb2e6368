import { TerraformResource, TerraformStack } from "cdktf";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PROMPT_RECORD, type PromptRecord, remove, WholeFileWriter } from "../install";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { sharedState } from "./shared-state";

/** By the strings that `promptFile` has returned, the files that they are the content of. */
const files = sharedState("prompt files", () => new Map<string, Set<string>>());

/** Remembers which file a string of `promptFile` is the content of. */
export function rememberPromptFile(text: string, file: string): string {
  const known = files.get(text) ?? new Set();
  files.set(text, known.add(file));
  return text;
}

/**
 * Writes, beside a synthesized stack, which snippets take their whole prompt from which file. `cdktf-outreach pull`
 * writes edits made in Outreach back into these files. Prompts that are composed in code, and files with the same
 * content, are left out.
 */
export function recordPrompts(stack: TerraformStack, stackFolder: string): void {
  const found = stack.node
    .findAll()
    .filter((construct) => TerraformResource.isTerraformResource(construct))
    .filter((resource) => resource.terraformResourceType === "outreach_snippet")
    .filter((resource) => TerraformStack.of(resource) === stack)
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
  const [file, ...others] = (typeof prompt === "string" ? files.get(prompt) : undefined) ?? [];
  if (file === undefined || others.length > 0) return [];
  const path = relative(stackFolder, file).split(sep).join("/");
  return [[`outreach_snippet.${snippet.friendlyUniqueId}`, path]];
}
