import { closest } from "./words";
import { placeholderEnd, positionsIn, type Position, visitPlaceholders } from "./grammar";
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
