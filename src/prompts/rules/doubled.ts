import type { Braces } from "../braces";
import { placeholderOf, wordsIn } from "../words";
import type { Match } from "../wordings";

/** In UTF-16 code units. Most prose and code in doubled braces is longer. */
const MAX_LENGTH = 64;
/** Matches a word of a template language that stands alone or before other words, such as `if`. */
const DIRECTIVE =
  /^(?:else|elif|elsif|elseif|end[a-z]*|if|unless|each|for|include|import|extends|block|this|and|or)$/i;
/** Matches a word of a template language that stands alone. */
const VALUE = /^(?:break|continue|super|true|false|null|none)$/i;

export function doubledIn(braces: Braces): Match | undefined {
  return braces.isPairOf(2) ? withDoubled(braces, "doubled") : undefined;
}

/** Finds a name that has two or more braces on each side. */
export function withDoubled(braces: Braces, kind: "doubled" | "surplus"): Match | undefined {
  const { name } = braces;
  if (name === undefined || name.length > MAX_LENGTH || isDirective(name)) return undefined;
  if (isExpression(braces, name) || isMath(braces) || braces.isAttribute) return undefined;
  return { kind, text: braces.text, suggestion: placeholderOf(name) };
}

/** Reports whether doubled braces hold an expression of a CI file: `${{ github.ref }}`. */
export function isExpression(braces: Braces, name: string): boolean {
  return braces.last === "$" && name.includes(".") && wordsIn(name).length === 1;
}

function isDirective(name: string): boolean {
  const [first = "", ...more] = wordsIn(name);
  return DIRECTIVE.test(first) || (more.length === 0 && VALUE.test(first));
}

/** Reports whether braces are arguments of LaTeX, an exponent, an index (`x_{{i}}`), or an escape. */
function isMath(braces: Braces): boolean {
  if (braces.around.isLatex || /[\\^]/.test(braces.last)) return true;
  return /(?:^|[^A-Za-z0-9_])[A-Za-z]_$/.test(braces.before);
}
