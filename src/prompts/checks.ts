import { closest } from "./words";
import { placeholderEnd, positionsIn, type Position, visitPlaceholders } from "./grammar";
import { type Braces, Surroundings } from "./braces";
import { mistakeIn } from "./rules";
import { hasWideBraces, scanBraces } from "./scan";
import type { Match } from "./wordings";

export interface PromptFinding extends Position, Match {}

/** Largest number of findings for one prompt. */
export const MAX_FINDINGS = 1000;

/**
 * Returns up to 1,000 probable mistakes of a prompt, sorted by position. Does not check variable names. Those for which
 * `counts` returns false come on top of the 1,000. Default: all count.
 */
export function checkPrompt(
  prompt: string,
  counts: (found: Pick<PromptFinding, "kind" | "text">) => boolean = () => true,
): PromptFinding[] {
  const all: (Match & { readonly start: number })[] = [];
  let counted = 0;
  const add = (found: Match | undefined, start: number): boolean => {
    if (found !== undefined) all.push({ ...found, start });
    if (found !== undefined && counts(found)) counted += 1;
    return counted < MAX_FINDINGS;
  };
  const hasRoom = conflictsIn(prompt).every(({ text, start }) =>
    add({ kind: "conflict", text, suggestion: null }, start),
  );
  if (hasRoom && !hasOnlyPlaceholders(prompt))
    scanBraces(new Surroundings(prompt), (braces) => add(matchIn(braces), braces.start));
  if (all.length === 0) return [];
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

/**
 * Matches a marker that Git writes at the start of a line: seven signs, and a label after a blank. Git's marker
 * for the common ancestor, `|||||||`, may stand between the others and decides nothing.
 */
const MARKER = /^(?:[<>]{7}(?:[ \t].*)?|={7}[ \t]*)$/gm;

/**
 * Returns the conflicts of unresolved merges in a text: `<<<<<<<`, `=======` and `>>>>>>>`, in this order. The text of
 * a conflict is the line of its first marker, such as `<<<<<<< HEAD`, without its line break.
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
  // Terraform normalises its strings to NFC. Strings from the environment or at synth are not normalised.
  const comparable = (variable: string) => variable.normalize("NFC");
  const isKnown = new Set(known.map(comparable));
  // The unknown names so far. Finding a name in this set is faster than normalising it.
  const unknown = new Set<string>();
  const findings: PromptFinding[] = [];
  visitPlaceholders(prompt, (variable, start) => {
    if (!unknown.has(variable) && isKnown.has(comparable(variable))) return;
    unknown.add(variable);
    const { line, column } = position(start);
    findings.push(new UnknownVariable(variable, known, line, column));
  });
  return findings;
}

/** A class: a prompt may have 200,000 findings, and literals with a getter would take three times as long. */
class UnknownVariable implements PromptFinding {
  readonly kind = "unknown";

  constructor(
    readonly variable: string,
    readonly known: readonly string[],
    readonly line: number,
    readonly column: number,
  ) {}

  get text(): string {
    return `{${this.variable}}`;
  }

  /** A getter, because the search compares every known variable, and few suggestions are shown. */
  get suggestion(): string | null {
    const near = closest(this.variable, this.known);
    return near === undefined ? null : `{${near}}`;
  }
}
