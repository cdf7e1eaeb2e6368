import { closest } from "./closest";
import { parsePrompt, placeholderFor, positionsIn, type Position } from "./grammar";
import type { Braces } from "./braces";
import { findIn, type FindingKind, type Found } from "./rules";
import { hasWideBraces, scanBraces } from "./scan";
import { Surroundings } from "./surroundings";

/** What looks like a mistake in a prompt. */
export interface PromptFinding extends Position {
  /** The code of the rule that found it, of those in `rules`. */
  readonly kind: FindingKind;
  /** As it stands in the prompt. */
  readonly text: string;
  /** What was probably meant; null where that cannot be guessed. */
  readonly suggestion: string | null;
}

/** Mistakes that one prompt is searched for. */
export const MOST_FINDINGS = 1000;

/** The first 1,000 mistakes of a prompt in the order they stand in it, all but unknown variables. Braces of JSON, code and prose are none. */
export function checkPrompt(prompt: string): PromptFinding[] {
  if (hasOnlyPlaceholders(prompt)) return [];
  const all: Found[] = [];
  scanBraces(new Surroundings(prompt), (braces) => {
    const found = isPlaceholder(braces) ? undefined : findIn(braces);
    if (found !== undefined) all.push(found);
    return all.length < MOST_FINDINGS;
  });
  const position = positionsIn(prompt);
  all.sort((a, b) => a.start - b.start);
  return all.map(({ kind, text, suggestion, start }) => {
    const { line, column } = position(start);
    return { kind, text, suggestion, line, column };
  });
}

/** Whether a prompt has no other braces than those of its placeholders, as most have. */
function hasOnlyPlaceholders(prompt: string): boolean {
  const braces = countOf(prompt, "{") + countOf(prompt, "}");
  return braces === 2 * parsePrompt(prompt).length && !hasWideBraces(prompt);
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function isPlaceholder(braces: Braces): boolean {
  if (!braces.isPairOf(1) || braces.isWide) return false;
  const { content } = braces;
  return (
    /^(?!\d+$)\w[\w.-]*$/.test(content) ||
    (/[\x80-\uffff]/.test(content) && !/\s/.test(content) && placeholderFor(content) !== undefined)
  );
}

/** The placeholders that are none of the known variables, each where it stands. */
export function checkVariables(prompt: string, known: readonly string[]): PromptFinding[] {
  const position = positionsIn(prompt);
  // Terraform brings texts into this form, but neither those of the environment nor those that synth checks.
  const comparable = (variable: string) => variable.normalize("NFC");
  const isKnown = new Set(known.map(comparable));
  return parsePrompt(prompt)
    .filter(({ variable }) => !isKnown.has(comparable(variable)))
    .map(({ variable, start, end }) => ({
      kind: "unknown",
      text: prompt.slice(start, end),
      // Compared with all that are known only where it is shown, which it is for few of many.
      get suggestion() {
        const near = closest(variable, known);
        return near === undefined ? null : `{${near}}`;
      },
      ...position(start),
    }));
}
