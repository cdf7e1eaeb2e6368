import { closest } from "./closest";
import { INVISIBLE, parsePrompt, positionsIn, type Position } from "./grammar";

/**
 * What looks like a mistake in a prompt:
 * - `nearly`: braces around what is a variable but for blanks or characters that cannot be seen (`{first name}`);
 * - `unclosed`: a brace before a name that is never closed (`{company`);
 * - `empty`: braces with nothing between them (`{}`);
 * - `doubled`: another template language's form (`{{company}}`);
 * - `unknown`: a placeholder that is none of the known variables.
 */
export type FindingKind = "nearly" | "unclosed" | "empty" | "doubled" | "unknown";

export interface PromptFinding extends Position {
  readonly kind: FindingKind;
  /** As it stands in the prompt. */
  readonly text: string;
  /** What was probably meant; null where that cannot be guessed. */
  readonly suggestion: string | null;
}

/** A pair of braces, or one that is never closed; `end` is after the closing one. */
interface Braces {
  readonly start: number;
  readonly end: number | null;
  readonly isNested: boolean;
  readonly isInner: boolean;
}

type Found = Pick<PromptFinding, "kind" | "text" | "suggestion">;

const NAME = String.raw`(?!${INVISIBLE})[\p{L}_][\p{L}\p{M}\p{N}_.\-]*`;
/** One to three words; longer ones are prose. Made when it is used, as are the others that know Unicode: see grammar.ts. */
const fewWords = () =>
  new RegExp(String.raw`^\s*${NAME}(?:\s+[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.\-]*){0,2}\s*$`, "u");
const invisible = () => new RegExp(String.raw`[\p{Cf}${INVISIBLE}]`, "gu");
const LONGEST_NAME = 48;
const LONGEST_BEFORE = 200;
const doubledName = () => new RegExp(String.raw`^\{\{\s*(?<name>${NAME})\s*\}\}$`, "u");
const unclosedName = () => new RegExp(String.raw`^\{${NAME}`, "u");

/** Words that begin an aside, or a statement of a programming language, and no variable's name. */
const PROSE = new Set(
  (
    "a an the this that these those it if or and but when while then see like e.g i.e etc note not no insert optional " +
    "as in on at to for with from by is are be do please use add write " +
    "return break continue pass else try throw true false null none echo print let var const"
  ).split(" "),
);

/** Before braces of a call, a quantifier, an expansion of a shell or another template language, or a LaTeX command. */
const codeBefore = () => new RegExp(String.raw`(?:[\p{L}\p{N}_)\]$%#^]|\\[a-zA-Z]*(?:\{[^{}]*\})*)$`, "u");
/** Before and after a block, an object or an import: braces with blanks inside. */
const BLOCK_BEFORE = /(?:[)=]|=>|\b(?:import|export|const|let|var|type|return|else|do|try|finally))[ \t]*$/;
const BLOCK_AFTER = /^[ \t]*(?:=|;|from\s+["'])/;
/** Of what is taken from an object or a module in code. */
const LIST_OF_NAMES = /^\{\s*[\w$]+(?:\s*,\s*[\w$]+)*(?:\s*,)?\s*\}$/;
/** Of ICU's messages, after the name: `{count, plural, one {…} other {…}}`. */
const MESSAGE_FORMAT = /^\s*,\s*(?:plural|select|selectordinal)\b/;
/** Of a smiley: `:{`, `;-{`. */
const SMILEY = /[:;=8xX]['-]?$/;
/** JSON, YAML or arguments around empty braces: a quoted or bare key, or an open bracket. */
const DATA_BEFORE = /(?:["'][ \t]*:[ \t]*|^[ \t]*(?:-[ \t]+)?[a-z_][\w-]*:[ \t]*|\[[^\]]*|\w\([^)]*|[({:>])$/;
/** Words for an empty object of JSON right before it: `Return an empty object {} if nothing fits`. */
const OBJECT_BEFORE = /\b(?:JSON|objects?|dict|dictionary)(?:[ \t]+(?:like|as))?:?[ \t]*$/i;

/** The mistakes of a prompt in the order they stand in it, all but unknown variables. Braces of JSON, code and prose are none. */
export function checkPrompt(prompt: string): PromptFinding[] {
  const placeholders = parsePrompt(prompt);
  // Most prompts have no other braces than those of their placeholders.
  if (countOf(prompt, "{") + countOf(prompt, "}") === 2 * placeholders.length) return [];
  const fences = codeFences(prompt);
  const variables = new Set(placeholders.map(({ variable }) => variable));
  const position = positionsIn(prompt);
  return bracesOf(prompt).flatMap((braces) => {
    while (fences[0] !== undefined && fences[0][1] <= braces.start) fences.shift();
    const isCode = fences[0] !== undefined && braces.start >= fences[0][0];
    const found = check(prompt, braces, isCode, variables);
    return found === undefined ? [] : [{ ...found, ...position(braces.start) }];
  });
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
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

function check(
  prompt: string,
  { start, end, isNested, isInner }: Braces,
  isCode: boolean,
  variables: ReadonlySet<string>,
): Found | undefined {
  const before = lineBefore(prompt, start);
  if (codeBefore().test(before)) return undefined;
  if (end === null) return isCode ? undefined : unclosed(prompt, start, before);
  const text = prompt.slice(start, end);
  const isLong = !isInner || /[\r\n]/.test(text);
  if (isLong && !isCode && isClosedByAnother(text, variables)) return unclosed(prompt, start, before);
  if (!isInner) return /[{=]$/.test(before) ? undefined : doubled(text);
  if (isLong || doubledName().test(prompt.slice(start - 1, end + 1))) return undefined;
  const after = prompt.slice(end, end + 40);
  const isBlock = /^\{\s(?:.*\s)?\}$/u.test(text) || text === "{}";
  if (isBlock && (BLOCK_BEFORE.test(before) || BLOCK_AFTER.test(after))) return undefined;
  const inside = text.length > LONGEST_NAME + 2 ? text.slice(1, -1) : visible(text.slice(1, -1));
  if (inside.trim() === "") return isNested || isCode ? undefined : empty(text, before, after);
  return inside.length > LONGEST_NAME ? undefined : nearly(text, inside, isCode);
}

function doubled(text: string): Found | undefined {
  const name = doubledName().exec(text)?.groups?.["name"];
  if (name === undefined || PROSE.has(name.toLowerCase())) return undefined;
  return { kind: "doubled", text, suggestion: `{${visible(name)}}` };
}

function empty(text: string, before: string, after: string): Found | undefined {
  const isAlone = before.trim() === "" && /^[ \t]*(?:[\r\n]|$)/.test(after);
  const isQuoted = /[`"']$/.test(before) && /^[`"']/.test(after);
  if (isAlone || isQuoted || DATA_BEFORE.test(before) || OBJECT_BEFORE.test(before)) return undefined;
  if (/^[ \t]*[\]})]/.test(after)) return undefined;
  return { kind: "empty", text, suggestion: null };
}

function visible(text: string): string {
  return text.replace(invisible(), "");
}

/** `inside` is what can be seen between the braces. */
function nearly(text: string, inside: string, isCode: boolean): Found | undefined {
  if (!fewWords().test(inside) || parsePrompt(text).length > 0) return undefined;
  const words = inside.split(/\s+/u).filter((word) => word !== "");
  if (words.some((word) => PROSE.has(word.toLowerCase())) || words.every(({ length }) => length === 1)) {
    return undefined;
  }
  // In an example of code a single name between blanks is a block, a set or an import.
  if (isCode && words.length === 1) return undefined;
  const meant = words.length > 1 ? words.join("_").replace(/_+/g, "_").toLowerCase() : words.join("");
  return { kind: "nearly", text, suggestion: `{${meant}}` };
}

function unclosed(prompt: string, start: number, before: string): Found | undefined {
  const text = opened(prompt.slice(start));
  if (text === undefined || PROSE.has(text.slice(1).toLowerCase())) return undefined;
  if (SMILEY.test(before) || BLOCK_BEFORE.test(before)) return undefined;
  // A key or a property, as in an object without quotes or in CSS, or a call.
  if (/^\s*[:;=(]/.test(prompt.slice(start + text.length))) return undefined;
  return { kind: "unclosed", text, suggestion: `${visible(text)}}` };
}

/** A brace and the name after it, without what ends a sentence. */
function opened(text: string): string | undefined {
  return unclosedName()
    .exec(text)?.[0]
    .replace(/[.-]+$/, "");
}

/**
 * Whether the brace that ends a long pair seems to belong to something else: `Hi {first_name, … }`. Prose stands in braces, too, so
 * that what follows the opening one must be a variable's name beyond doubt.
 */
function isClosedByAnother(text: string, variables: ReadonlySet<string>): boolean {
  const name = opened(text)?.slice(1);
  if (name === undefined || LIST_OF_NAMES.test(text)) return false;
  if (MESSAGE_FORMAT.test(text.slice(name.length + 1))) return false;
  return name.includes("_") || variables.has(name);
}

/** What stands before on the same line, as far as it matters. */
function lineBefore(prompt: string, offset: number): string {
  const text = prompt.slice(Math.max(0, offset - LONGEST_BEFORE), offset);
  return text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
}

/** All braces by where they open. `{{x}}` counts as one pair, which is not an inner one. */
function bracesOf(prompt: string): Braces[] {
  const found: Braces[] = [];
  const open: { start: number; holdsBraces: boolean }[] = [];
  const close = (end: number) => {
    const { start, holdsBraces } = open.pop()!;
    const outer = open.at(-1);
    if (outer !== undefined) outer.holdsBraces = true;
    found.push({ start, end, isNested: open.length > 0, isInner: !holdsBraces });
  };
  for (const { 0: brace, index } of prompt.matchAll(/[{}]/g)) {
    if (brace === "{") open.push({ start: index, holdsBraces: false });
    else if (open.length > 0) close(index + 1);
  }
  for (const { start } of open) found.push({ start, end: null, isNested: false, isInner: true });
  return found.sort((a, b) => a.start - b.start);
}

/** From and to where fenced blocks of Markdown stand. */
function codeFences(prompt: string): [number, number][] {
  return Array.from(
    prompt.matchAll(/^[ \t]*(?<fence>`{3,}|~{3,})[^]*?(?:^[ \t]*\k<fence>[ \t]*$|(?![^]))/gm),
    ({ 0: text, index }) => [index, index + text.length],
  );
}
