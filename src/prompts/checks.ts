import { closest } from "./words";
import { placeholderEnd, positionsIn, type Position, promptVariables, visitPlaceholders } from "./grammar";
import { type Braces, Surroundings } from "./braces";
import { mistakeIn } from "./rules";
import { hasWideBraces, scanBraces } from "./scan";
import type { Match } from "./wordings";

export interface PromptFinding extends Position, Match {}

export const MAX_FINDINGS = 1000;

/** Findings are sorted by position. Variable names are not checked. */
export function checkPrompt(prompt: string): PromptFinding[] {
  const all: (Match & { readonly start: number })[] = conflictsIn(prompt)
    .slice(0, MAX_FINDINGS)
    .map((conflict) => ({ kind: "conflict", ...conflict, suggestion: null }));
  const frontMatter = frontMatterStart(prompt);
  if (frontMatter >= 0) all.push({ kind: "front-matter", text: "---", suggestion: null, start: frontMatter });
  if (!hasOnlyPlaceholders(prompt))
    scanBraces(new Surroundings(prompt), (braces) => {
      const found = matchIn(braces);
      if (found !== undefined && all.length < MAX_FINDINGS) all.push({ ...found, start: braces.start });
      return all.length < MAX_FINDINGS;
    });
  const position = positionsIn(prompt);
  all.sort((a, b) => a.start - b.start);
  return all.map(({ start, ...found }) => ({ ...found, ...position(start) }));
}

function hasOnlyPlaceholders(prompt: string): boolean {
  let count = 0;
  visitPlaceholders(prompt, () => (count += 1));
  return countOf(prompt, "{") + countOf(prompt, "}") === 2 * count && !hasWideBraces(prompt);
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function matchIn(braces: Braces): Match | undefined {
  const isPlaceholder =
    braces.isPairOf(1) && !braces.isWide && placeholderEnd(braces.prompt, braces.start) === braces.end;
  return isPlaceholder ? undefined : mistakeIn(braces);
}

/** Git writes a conflict marker at the start of a line: seven signs, and a label after a blank. */
const MARKER = /^(?:[<>]{7}(?:[ \t].*)?|={7}[ \t]*)$/gm;

/**
 * A conflict is `<<<<<<<`, `=======` and `>>>>>>>` in this order. `text` is the line of the first marker,
 * such as `<<<<<<< HEAD`.
 */
export function conflictsIn(text: string): { readonly text: string; readonly start: number }[] {
  if (!text.includes("<<<<<<<")) return [];
  const conflicts: ReturnType<typeof conflictsIn> = [];
  let first: (typeof conflicts)[number] | undefined;
  let isSeparated = false;
  for (const { 0: marker, index } of text.matchAll(MARKER)) {
    if (marker.startsWith("<<<<<<<")) [first, isSeparated] = [{ text: marker, start: index }, false];
    else if (marker.startsWith("=")) isSeparated = first !== undefined;
    else if (first !== undefined && isSeparated && marker.startsWith(">>>>>>>")) {
      conflicts.push(first);
      first = undefined;
    }
  }
  return conflicts;
}

/** Keys that configure a model in dotprompt, in GitHub Models and in editors. `Input:` begins a line of prose. */
const OF_MODEL =
  /^(?:config|evaluators|input|max_?[tT]okens|messages|mode|model|model_?[pP]arameters|output|provider|response_?[fF]ormat|temperature|test_?[dD]ata|tool_?[dD]efs|tools|top_?[pP]|variables|variant)$/;
/** Keys that describe a file. Other keys may be data of the prompt, such as `company: ACME`. */
const OF_FILE =
  /^(?:author|category|created|date|description|id|name|owner|status|tags|title|updated|version)$/;
/** Matches a line of YAML: a key at its start, an item, a comment, a bracket, or an indented or empty line. */
const YAML_LINE = /^(?:([A-Za-z_][\w.-]*):(?:\s|$)|-\s|#|[\]}]|\s|$)/;

/**
 * Returns the offset of front matter, which is YAML between two lines of `---` at the start of a prompt; -1
 * without front matter.
 */
function frontMatterStart(prompt: string): number {
  const opening = /^\s*---[ \t]*\r?\n/.exec(prompt)?.[0];
  if (opening === undefined) return -1;
  const end = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(prompt.slice(opening.length));
  const block = prompt.slice(opening.length, opening.length + (end?.index ?? 0));
  const lines = block.split(/\r?\n/).map((line) => YAML_LINE.exec(line));
  const keys = lines.flatMap((line) => line?.[1] ?? []);
  const isYaml = keys.length > 0 && !lines.includes(null) && promptVariables(block).length === 0;
  const isFrontMatter =
    isYaml && (keys.some((key) => OF_MODEL.test(key)) || keys.every((key) => OF_FILE.test(key)));
  return isFrontMatter ? opening.indexOf("-") : -1;
}

export function checkVariables(prompt: string, known: readonly string[]): PromptFinding[] {
  const position = positionsIn(prompt);
  // Terraform normalises strings to NFC, but strings from the environment or at synth are not normalised.
  const isKnown = new Set(known.map((variable) => variable.normalize("NFC")));
  const findings: PromptFinding[] = [];
  visitPlaceholders(prompt, (variable, start) => {
    if (findings.length === MAX_FINDINGS || isKnown.has(variable.normalize("NFC"))) return;
    const near = closest(variable, known);
    const suggestion = near === undefined ? null : `{${near}}`;
    findings.push({ kind: "unknown", text: `{${variable}}`, suggestion, ...position(start) });
  });
  return findings;
}
