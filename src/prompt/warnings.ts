import { checkPrompt, checkVariables, type PromptFinding } from "./checks";
import { INVISIBLE } from "./grammar";
import { quoted } from "./quoted";
import { RULES, type FindingKind } from "./rules";
import type { Wording } from "./rules/rule";

interface PromptWarning {
  readonly summary: string;
  readonly detail: string;
}

const SNIPPET = "outreach_snippet";

const WORDINGS = new Map<FindingKind, Wording>(RULES.map(({ code, wording }) => [code, wording]));

/** Largest number of texts of one kind that get separate warnings. More texts share one warning. */
const MOST_ALONE = 3;
/**
 * Largest number of texts in one warning. Terraform also prints the configuration line, which may be the
 * whole prompt.
 */
const MOST_TEXTS = 20;
/** Largest number of places that a warning lists for one text. */
const MOST_PLACES = 10;
/**
 * Largest length of a quoted text, in code points. The text of an open brace may reach to the end of the
 * prompt.
 */
const MOST_CHARACTERS = 80;

const ADVICE_ON_EMPTY = {
  name: "An object without a name cannot be recognised in the user interface. Write a name.",
  prompt: "An empty prompt gives the language model no instructions. Write a prompt, or remove the snippet.",
} as const;

/**
 * Returns a warning if a text is empty or white space, which the API may accept. A null text is not known yet
 * and draws no warning.
 */
export function emptyTextWarnings(
  { type, name }: { readonly type: string; readonly name: string | null },
  attribute: keyof typeof ADVICE_ON_EMPTY,
  text: string | null,
): PromptWarning[] {
  if (text === null || !isBlank(text)) return [];
  return [
    { summary: `${subject(type, name)}: its ${attribute} is empty`, detail: ADVICE_ON_EMPTY[attribute] },
  ];
}

/**
 * Returns the warnings about a prompt and about the snippet's name. The name is null if it is not known yet;
 * `known` is undefined if the variables are not known.
 */
export function warningsOfPrompt(
  name: string | null,
  prompt: string,
  known: readonly string[] | undefined,
): PromptWarning[] {
  const findings = [...checkPrompt(prompt), ...(known === undefined ? [] : checkVariables(prompt, known))];
  const snippet = { type: SNIPPET, name };
  return [
    ...emptyTextWarnings(snippet, "name", name),
    ...emptyTextWarnings(snippet, "prompt", prompt),
    // Most prompts have no findings, and quoting the name takes longer than checking them.
    ...(findings.length === 0 ? [] : promptWarnings(subject(SNIPPET, name), findings)),
  ];
}

interface Options {
  /**
   * Whether the prompt may be sensitive. Then the warnings name places and quote only placeholders, which a
   * plan shows in `variables`. @default false
   */
  readonly isSensitive?: boolean;
}

/**
 * Returns the warnings about a snippet's prompt. For each kind of mistake: one warning for each different
 * text, or a single warning for more than three texts. `snippet` begins the summaries: Terraform merges
 * warnings with equal summaries, so a summary names the snippet and the text.
 */
export function promptWarnings(
  snippet: string,
  findings: readonly PromptFinding[],
  { isSensitive = false }: Options = {},
): PromptWarning[] {
  return Array.from(byKind(findings), ([kind, texts]) => {
    const quotes = !isSensitive || kind === "unknown";
    const display = { snippet, wording: WORDINGS.get(kind)!, quotes, isSensitive };
    const groups = Array.from(texts.values());
    if (groups.length > MOST_ALONE) return [warningOnSeveral(groups, display)];
    return groups.map((group) => warningOnOne(group, display));
  }).flat();
}

interface Display {
  /** The start of each summary. */
  readonly snippet: string;
  readonly isSensitive: boolean;
  readonly wording: Wording;
  /** Whether the warnings quote the texts. */
  readonly quotes: boolean;
}

/** The findings with the same text in a prompt. Only the places of the first ones are kept. */
interface Group {
  readonly first: PromptFinding;
  readonly places: PromptFinding[];
  count: number;
}

function byKind(findings: readonly PromptFinding[]): Map<FindingKind, Map<string, Group>> {
  const kinds = new Map<FindingKind, Map<string, Group>>();
  for (const finding of findings) {
    let texts = kinds.get(finding.kind);
    if (texts === undefined) kinds.set(finding.kind, (texts = new Map()));
    let group = texts.get(finding.text);
    if (group === undefined) texts.set(finding.text, (group = { first: finding, places: [], count: 0 }));
    if (group.count < MOST_PLACES) group.places.push(finding);
    group.count += 1;
  }
  return kinds;
}

function warningOnOne(
  { first, places, count }: Group,
  { snippet, wording, ...shown }: Display,
): PromptWarning {
  const named = places.map(({ line, column }) => `line ${line}, column ${column}`);
  if (count > MOST_PLACES) named.push(`${count - MOST_PLACES} more`);
  const suggestion = first.suggestion === null || !shown.quotes ? null : shortened(first.suggestion);
  const text = shown.quotes ? spelled(shortened(first.text)) : "a text of its prompt";
  // The summary of a sensitive prompt may lack the snippet's name: the place makes the summary unique.
  const what = shown.isSensitive ? `${text}, at ${named[0]},` : text;
  return {
    summary: `${snippet}: ${what} ${wording.one}`,
    detail: `In the prompt at ${named.join("; ")}. ${wording.adviceOnOne(suggestion)}`,
  };
}

function warningOnSeveral(groups: readonly Group[], { snippet, wording, quotes }: Display): PromptWarning {
  const listed = groups.slice(0, MOST_TEXTS).map(({ first, places, count }) => {
    const lines = [...new Set(places.map(({ line }) => line))];
    const more = count > MOST_PLACES ? " and more" : "";
    const where = `line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}${more}`;
    if (!quotes) return where;
    const { suggestion } = first;
    const meant = suggestion === null ? "" : `, suggestion ${shortened(suggestion)}`;
    return `${where}: ${spelled(shortened(first.text))}${meant}`;
  });
  if (groups.length > MOST_TEXTS) listed.push(`${groups.length - MOST_TEXTS} more`);
  return {
    summary: `${snippet}: ${groups.length} texts of its prompt ${wording.several}`,
    detail: `In the prompt, ${listed.join("; ")}. ${wording.adviceOnSeveral}`,
  };
}

function subject(type: string, name: string | null): string {
  return name === null || isBlank(name) ? type : `${type} ${quoted(name)}`;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MOST_CHARACTERS + 2));
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join("")}…` : text;
}

/** Returns a text on one line, with invisible characters spelled out. */
function spelled(text: string): string {
  const invisible = new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}${INVISIBLE}]`, "gu");
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
