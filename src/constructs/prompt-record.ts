import type { TerraformStack } from "cdktf";
import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { placeFile } from "../placing/place-file";
import { PROMPT_RECORD, type PromptPart, type PromptRecord } from "../placing/records";
import { positionsIn, whenUsed } from "../prompts";
import { groupBy } from "../util/lists";
import { sharedState } from "../util/shared-state";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { isMovedAway, isPlainObject, overridesOf, resourcesIn, textsIn } from "./stack";
import { textAtSynth } from "./text";

/** The text of each file that `promptFile` has read, by absolute path. */
export const promptFiles = sharedState("texts of prompt files", () => new Map<string, string>());

/** A place in a text that has the content of a prompt file, without white space at the content's ends. */
interface FoundFile {
  readonly file: string;
  readonly content: string;
  /** Offset of the place in the text, and offset after the place. */
  readonly start: number;
  readonly end: number;
}

const KEY_LENGTH = 12;

/** Matches where content may begin: at words and signs, but not in the middle of a word. */
const contentBegin = whenUsed(
  () => new RegExp(String.raw`(?<![\p{L}\p{N}_])[\p{L}\p{N}_]|[^\p{L}\p{N}_\s]`, "gu"),
);
const twoLetters = whenUsed(() => new RegExp(String.raw`^[\p{L}\p{N}_]{2}$`, "u"));

function promptFileSearch(): (text: string) => FoundFile[] {
  const files = Array.from(promptFiles, ([file, content]) => ({ file, content, wanted: content.trim() }));
  const byKey = groupBy(files, ({ wanted }) => wanted.slice(0, KEY_LENGTH) || null);
  const keyLengths = [...new Set(Array.from(byKey.keys(), ({ length }) => length))];
  return (text) => {
    const all: FoundFile[] = [];
    for (const { index: start } of byKey.size === 0 ? [] : text.matchAll(contentBegin())) {
      for (const { file, content, wanted } of keyLengths.flatMap(
        (length) => byKey.get(text.slice(start, start + length)) ?? [],
      )) {
        const end = start + wanted.length;
        // The content of a short file may occur in a word by chance.
        const isCut = twoLetters().test(text.slice(end - 1, end + 1));
        if (!isCut && text.startsWith(wanted, start)) all.push({ file, content, start, end });
      }
    }
    all.sort((a, b) => a.start - b.start || b.end - a.end || (a.file < b.file ? -1 : 1));
    let widest: FoundFile | undefined;
    return all.filter((one) => {
      // The widest place begins before this one, or at the same offset.
      if (widest !== undefined && widest.end >= one.end)
        return widest.start === one.start && widest.end === one.end;
      widest = one;
      return true;
    });
  };
}

const NAMED_FILE = "outreach:prompt-file";

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

/** Returns the uses of prompt files in a stack, by address or by path of an override. The paths of files are absolute. */
function usesIn(stack: TerraformStack) {
  const files = new Map<string, string>();
  const shared = new Map<string, readonly string[]>();
  const parts = new Map<string, PromptPart[]>();
  const search = promptFileSearch();
  // Synth cannot know which of several files with the same content the program has read for a prompt.
  const byContent = groupBy([...promptFiles], ([, content]) => content);
  const addParts = (place: string, text: string | null) => {
    if (text === null) return;
    const position = positionsIn(text);
    const found = search(text).map(({ file, content, start, end }): PromptPart => {
      const { line: fileLine } = positionsIn(content)(content.length - content.trimStart().length);
      const { line: lines } = positionsIn(text.slice(start, end))(end - start);
      return { file, line: position(start).line, fileLine, lines };
    });
    if (found.length > 0) parts.set(place, found);
  };
  const override = overridesOf(stack);
  for (const [path, text] of textsIn(override)) addParts(addressOf(path), textAtSynth(stack, text));
  const snippets = resourcesIn(stack).filter(
    (one) => one.terraformResourceType === "outreach_snippet" && !isMovedAway(one),
  ) as OutreachSnippet[];
  for (const snippet of snippets) {
    const path = ["resource", "outreach_snippet", snippet.friendlyUniqueId, "prompt"];
    const own = path.reduce<unknown>(
      (value, key) => (isPlainObject(value) ? value[key] : undefined),
      override,
    );
    if (own !== undefined) continue;
    const address = `outreach_snippet.${snippet.friendlyUniqueId}`;
    const overrides = overridesOf(snippet);
    const isOverridden = "prompt" in overrides;
    const text = textAtSynth(snippet, isOverridden ? overrides["prompt"] : snippet.promptInput);
    const paths = isOverridden ? [] : (byContent.get(text ?? "") ?? []).map(([file]) => file);
    const named = snippet.node.metadata.find(({ type }) => type === NAMED_FILE)?.data as unknown;
    const file = paths.length === 1 ? paths[0] : paths.find((one) => one === named);
    if (paths.length === 0) addParts(address, text);
    else if (file !== undefined) files.set(address, file);
    else shared.set(address, paths);
  }
  return { files, shared, parts };
}

function addressOf(path: string): string {
  const [, name] = /^resource\.outreach_snippet\.([^.]+)\.prompt$/.exec(path) ?? [];
  return name === undefined ? path : `outreach_snippet.${name}`;
}
