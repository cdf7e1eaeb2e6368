import type { TerraformStack } from "cdktf";
import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { placeFile } from "../placing/place-file";
import { PROMPT_RECORD, type PromptPart, type PromptRecord } from "../placing/records";
import { positionsIn, whenUsed } from "../prompts";
import { sharedState } from "../util/shared-state";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { isMovedAway, isPlainObject, overridesOf, resourcesIn, textsIn } from "./stack";
import { textAtSynth } from "./text";

/** The text of each file that `promptFile` has read, by absolute path. */
const texts = sharedState("texts of prompt files", () => new Map<string, string>());

export function rememberPromptFile(file: string, text: string): void {
  texts.set(file, text);
}

export function readPromptFiles(): string[] {
  return [...texts.keys()];
}

interface Candidate {
  readonly file: string;
  readonly content: string;
}

/** A place in a text that has the content of a prompt file, without white space at the content's ends. */
interface FoundFile extends Candidate {
  /** Offset of the place in the text, and offset after the place. */
  readonly start: number;
  readonly end: number;
}

/** Number of characters by which the search finds candidates. */
const KEY_LENGTH = 12;

/** Matches where content may begin: at words and signs, but not in the middle of a word. */
const contentBegin = whenUsed(
  () => new RegExp(String.raw`(?<![\p{L}\p{N}_])[\p{L}\p{N}_]|[^\p{L}\p{N}_\s]`, "gu"),
);
const twoLetters = whenUsed(() => new RegExp(String.raw`^[\p{L}\p{N}_]{2}$`, "u"));

export class PromptFileSearch {
  readonly #byKey = new Map<string, Candidate[]>();
  readonly #keyLengths: readonly number[];
  readonly #byContent = new Map<string, string[]>();

  constructor() {
    for (const [file, content] of texts) {
      this.#byContent.set(content, [...this.filesWith(content), file]);
      const key = content.trim().slice(0, KEY_LENGTH);
      if (key === "") continue;
      const candidates = this.#byKey.get(key) ?? [];
      candidates.push({ file, content });
      this.#byKey.set(key, candidates);
    }
    this.#keyLengths = [...new Set(Array.from(this.#byKey.keys(), ({ length }) => length))];
  }

  /** Returns the files with exactly this content. Synth cannot know which of them the program has read for a prompt. */
  filesWith(content: string): readonly string[] {
    return this.#byContent.get(content) ?? [];
  }

  /** Returns the outermost places of a text with the content of a prompt file, by offset and then by file. */
  placesIn(text: string): FoundFile[] {
    if (this.#byKey.size === 0) return [];
    const all: FoundFile[] = [];
    for (const { index } of text.matchAll(contentBegin())) {
      for (const length of this.#keyLengths) {
        const candidates = this.#byKey.get(text.slice(index, index + length));
        if (candidates !== undefined) all.push(...placesAt(index, text, candidates));
      }
    }
    all.sort((a, b) => a.start - b.start || b.end - a.end || (a.file < b.file ? -1 : 1));
    let widest: FoundFile | undefined;
    return all.filter((one) => {
      // The widest place begins before this one, or at the same offset.
      if (widest !== undefined && widest.end >= one.end) return lengthOf(widest) === lengthOf(one);
      widest = one;
      return true;
    });
  }
}

function placesAt(start: number, text: string, candidates: readonly Candidate[]): FoundFile[] {
  return candidates.flatMap(({ file, content }) => {
    const wanted = content.trim();
    const end = start + wanted.length;
    // The content of a short file may occur in a word by chance.
    const isCut = twoLetters().test(text.slice(end - 1, end + 1));
    return text.startsWith(wanted, start) && !isCut ? [{ file, content, start, end }] : [];
  });
}

function lengthOf({ start, end }: FoundFile): number {
  return end - start;
}

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
