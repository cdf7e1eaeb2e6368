import type { TerraformStack } from "cdktf";
import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { placeFile, PROMPT_RECORD, type PromptPart, type PromptRecord } from "../placing";
import { positionsIn } from "../prompts";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { PromptFileSearch } from "./prompt-files";
import { isMovedAway, resourcesIn } from "./stack";
import { isPlainObject, overridesOf, textsIn } from "./synth-checks";
import { textAtSynth } from "./text-at-synth";

/** The uses of prompt files in a stack. The paths are absolute. */
interface Uses {
  /** The file of each prompt that is exactly the content of one file, by address. */
  readonly files: Map<string, string>;
  /** The files of each prompt that is exactly the content of several files, by address. */
  readonly shared: Map<string, readonly string[]>;
  /** The parts of other prompts and overrides, by address or by path of the override. */
  readonly parts: Map<string, PromptPart[]>;
  readonly search: PromptFileSearch;
}

/** The type of the metadata by which code names the absolute path of a snippet's file, among files with the same content. */
const NAMED_FILE = "outreach:prompt-file";

/** Records beside a stack where it uses which prompt files: `cdktf-outreach pull` writes edits into them. */
export function recordPrompts(stack: TerraformStack, stackFolder: string): void {
  const { files, shared, parts } = usesIn(stack);
  const path = join(stackFolder, PROMPT_RECORD);
  if (files.size + shared.size + parts.size === 0) {
    rmSync(path, { recursive: true, force: true });
    return;
  }
  const relativePath = (file: string) => relative(stackFolder, file).split(sep).join("/");
  const relativeParts = (ofOne: PromptPart[]) =>
    ofOne.map((part) => ({ ...part, file: relativePath(part.file) }));
  const record: PromptRecord = {
    version: 1,
    files: sortedRecord(files, relativePath),
    ...(shared.size > 0 && { shared: sortedRecord(shared, (paths) => paths.map(relativePath).sort()) }),
    ...(parts.size > 0 && { parts: sortedRecord(parts, relativeParts) }),
  };
  placeFile(path, `${JSON.stringify(record, null, 2)}\n`);
}

function sortedRecord<A, B>(map: ReadonlyMap<string, A>, convert: (value: A) => B): Record<string, B> {
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, value]) => [key, convert(value)]));
}

function usesIn(stack: TerraformStack): Uses {
  const uses: Uses = {
    files: new Map(),
    shared: new Map(),
    parts: new Map(),
    search: new PromptFileSearch(),
  };
  for (const [path, text] of textsIn(overridesOf(stack))) {
    addParts(uses, addressOf(path), textAtSynth(stack, text));
  }
  for (const resource of resourcesIn(stack)) {
    if (resource.terraformResourceType === "outreach_snippet" && !isMovedAway(resource)) {
      addPrompt(uses, stack, resource as OutreachSnippet);
    }
  }
  return uses;
}

function addPrompt(uses: Uses, stack: TerraformStack, snippet: OutreachSnippet): void {
  if (hasPrompt(stackOverrideOf(stack, snippet))) return;
  const address = `outreach_snippet.${snippet.friendlyUniqueId}`;
  const overrides = overridesOf(snippet);
  if (hasPrompt(overrides)) return addParts(uses, address, textAtSynth(snippet, overrides["prompt"]));
  const text = textAtSynth(snippet, snippet.promptInput);
  const files = text === null ? [] : uses.search.filesWith(text);
  const named = snippet.node.metadata.find(({ type }) => type === NAMED_FILE)?.data as unknown;
  const file = files.length === 1 ? files[0] : files.find((one) => one === named);
  if (files.length === 0) addParts(uses, address, text);
  else if (file !== undefined) uses.files.set(address, file);
  else uses.shared.set(address, files);
}

/** Returns what the stack's overrides set for a snippet. */
function stackOverrideOf(stack: TerraformStack, { friendlyUniqueId }: OutreachSnippet): unknown {
  const path = ["resource", "outreach_snippet", friendlyUniqueId];
  return path.reduce<unknown>(
    (value, key) => (isPlainObject(value) ? value[key] : undefined),
    overridesOf(stack),
  );
}

function hasPrompt(overrides: unknown): boolean {
  return isPlainObject(overrides) && "prompt" in overrides;
}

function addParts({ parts, search }: Uses, place: string, text: string | null): void {
  if (text === null) return;
  const position = positionsIn(text);
  const found = search.placesIn(text).map(({ file, content, start, end }): PromptPart => {
    const first = positionsIn(content)(content.length - content.trimStart().length).line;
    return {
      file,
      line: position(start).line,
      fileLine: first,
      lines: positionsIn(text.slice(start, end))(end - start).line,
    };
  });
  if (found.length > 0) parts.set(place, found);
}

/** Returns the address of the snippet whose prompt has this path in the stack; any other path unchanged. */
function addressOf(path: string): string {
  const [, name] = /^resource\.outreach_snippet\.([^.]+)\.prompt$/.exec(path) ?? [];
  return name === undefined ? path : `outreach_snippet.${name}`;
}
