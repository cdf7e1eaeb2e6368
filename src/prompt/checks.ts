import { closest } from "./closest";
import { parsePrompt, placeholderFor, positionsIn, type Position } from "./grammar";
import { Place, Surroundings } from "./place";
import { matchOf, type FindingKind } from "./rules";
import { bracesOf, hasWideBraces } from "./scan";

/** What looks like a mistake in a prompt. */
export interface PromptFinding extends Position {
  /** The code of the rule that found it, of those in `rules`. */
  readonly kind: FindingKind;
  /** As it stands in the prompt. */
  readonly text: string;
  /** What was probably meant; null where that cannot be guessed. */
  readonly suggestion: string | null;
}

/** The mistakes of a prompt in the order they stand in it, all but unknown variables. Braces of JSON, code and prose are none. */
export function checkPrompt(prompt: string): PromptFinding[] {
  if (hasOnlyPlaceholders(prompt)) return [];
  const surroundings = new Surroundings(prompt);
  const position = positionsIn(prompt);
  const findings: PromptFinding[] = [];
  let previous: Place | undefined;
  for (const braces of bracesOf(prompt)) {
    const place = new Place(braces, surroundings, previous);
    previous = place;
    const match = isPlaceholder(place) ? undefined : matchOf(place);
    if (match !== undefined) findings.push({ ...match, ...position(braces.start) });
  }
  return findings;
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

function isPlaceholder({ braces, content }: Place): boolean {
  if (braces.opening !== 1 || braces.closing !== 1 || braces.isWide) return false;
  return /^[A-Za-z_][\w.-]*$/.test(content) || placeholderFor(content) !== undefined;
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
