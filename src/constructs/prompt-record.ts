import type { TerraformResource, TerraformStack } from "cdktf";
import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { placeFile } from "../placing/place-file";
import { PROMPT_RECORD, PROMPT_RECORD_VERSION, type PromptUse } from "../placing/records";
import { positionsIn, whenUsed } from "../prompts";
import { groupBy } from "../util/lists";
import { sharedState } from "../util/shared-state";
import type { OutreachSnippet } from "./generated/outreach-snippet";
import { isMovedAway, overridesOf, resourcesIn, textsIn } from "./stack";
import { textAtSynth } from "./text";

export const promptFiles = sharedState("texts of prompt files", () => new Map<string, string>());

/**
 * A place in a text that holds the content of a prompt file. White space at the content's ends is left out.
 */
interface FoundFile {
  readonly file: string;
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

const KEY_LENGTH = 12;

/** The pattern does not match inside a word, where a file's content cannot begin. */
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
        // A short file's content may occur inside a word by chance.
        const isCut = twoLetters().test(text.slice(end - 1, end + 1));
        if (!isCut && text.startsWith(wanted, start)) all.push({ file, content, start, end });
      }
    }
    all.sort((a, b) => a.start - b.start || b.end - a.end || (a.file < b.file ? -1 : 1));
    let widest: FoundFile | undefined;
    return all.filter((one) => {
      // Drops a place inside a wider place.
      if (widest !== undefined && widest.end >= one.end)
        return widest.start === one.start && widest.end === one.end;
      widest = one;
      return true;
    });
  };
}

const NAMED_FILE = "outreach:prompt-file";

export function recordPrompts(stack: TerraformStack, stackFolder: string): void {
  const path = join(stackFolder, PROMPT_RECORD);
  const uses = usesIn(stack).map((use) => ({
    ...use,
    file: relative(stackFolder, use.file).split(sep).join("/"),
  }));
  if (uses.length === 0) return rmSync(path, { recursive: true, force: true });
  placeFile(path, `${JSON.stringify({ version: PROMPT_RECORD_VERSION, uses }, null, 2)}\n`);
}

function usesIn(stack: TerraformStack): PromptUse[] {
  const search = promptFileSearch();
  const partsOf = (place: string, text: string | null): PromptUse[] => {
    if (text === null) return [];
    const position = positionsIn(text);
    return search(text).map(({ file, content, start, end }) => {
      const { line: fileLine } = positionsIn(content)(content.length - content.trimStart().length);
      const { line: lines } = positionsIn(text.slice(start, end))(end - start);
      return { place, file, is: "part", part: { line: position(start).line, fileLine, lines } };
    });
  };
  const override = textsIn(overridesOf(stack));
  const overridden = new Set(override.map(([path]) => addressOf(path)));
  const isOwn = (one: TerraformResource): one is OutreachSnippet =>
    one.terraformResourceType === "outreach_snippet" && !isMovedAway(one) && !overridden.has(placeOf(one));
  return [
    ...override.flatMap(([path, text]) => partsOf(addressOf(path), textAtSynth(stack, text))),
    ...resourcesIn(stack)
      .filter(isOwn)
      .flatMap((snippet): PromptUse[] => {
        const [place, overrides] = [placeOf(snippet), overridesOf(snippet)];
        if ("prompt" in overrides) return partsOf(place, textAtSynth(snippet, overrides["prompt"]));
        const text = textAtSynth(snippet, snippet.promptInput);
        const found = [...promptFiles].flatMap(([file, content]) => (content === text ? file : []));
        if (found.length === 0) return partsOf(place, text);
        // If several files have the same content, synth cannot know which file the program read.
        const named = snippet.node.metadata.find(({ type }) => type === NAMED_FILE)?.data as unknown;
        const file = found.length === 1 ? found[0] : found.find((one) => one === named);
        if (file !== undefined) return [{ place, file, is: "whole" }];
        return found.sort().map((one) => ({ place, file: one, is: "one of several" }));
      }),
  ];
}

function placeOf({ friendlyUniqueId }: TerraformResource): string {
  return `outreach_snippet.${friendlyUniqueId}`;
}

function addressOf(path: string): string {
  const [, name] = /^resource\.outreach_snippet\.([^.]+)\.prompt$/.exec(path) ?? [];
  return name === undefined ? path : `outreach_snippet.${name}`;
}
