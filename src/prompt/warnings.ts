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

/** Texts of one kind that each get a warning; more of them share one. */
const MOST_ALONE = 3;

/** Texts that one warning lists. Terraform shows the line of the configuration, too, often the whole prompt. */
const MOST_TEXTS = 20;

/** Places of one text that a warning lists. */
const MOST_PLACES = 10;

/** Code points of a text that a warning shows. The rest of the prompt may follow an open brace. */
const MOST_CHARACTERS = 80;

const ADVICE_ON_EMPTY = {
  name: "People could not tell it from others in the user interface. Write a name.",
  prompt: "A language model has nothing to write from. Write a prompt, or leave the snippet out.",
} as const;

/**
 * Returns the warning about a text that is empty or all white space, which the API may accept. Null stands for
 * a text that is not known.
 */
export function emptyTextWarnings(
  type: string,
  name: string | null,
  attribute: keyof typeof ADVICE_ON_EMPTY,
  text: string | null,
): PromptWarning[] {
  if (text === null || !isBlank(text)) return [];
  return [
    { summary: `${subject(type, name)}: its ${attribute} is empty`, detail: ADVICE_ON_EMPTY[attribute] },
  ];
}

/**
 * Returns the warnings about a prompt and about the snippet's name, which may be null for unknown. `known` are
 * the variables that a prompt may use; undefined for any.
 */
export function warningsOfPrompt(
  name: string | null,
  prompt: string,
  known: readonly string[] | undefined,
): PromptWarning[] {
  const findings = [...checkPrompt(prompt), ...(known === undefined ? [] : checkVariables(prompt, known))];
  return [
    ...emptyTextWarnings(SNIPPET, name, "name", name),
    ...emptyTextWarnings(SNIPPET, name, "prompt", prompt),
    ...promptWarnings(name, findings),
  ];
}

/**
 * Returns the warnings about a snippet's prompt: one for each wrong text, however often the prompt has it, and
 * one for all texts of a kind where there are more than three. Terraform folds warnings of equal summary, so
 * the summary names the snippet and the text. The name is null if it is not known yet.
 */
export function promptWarnings(name: string | null, findings: readonly PromptFinding[]): PromptWarning[] {
  // Nearly every snippet ends here, twice in a plan: naming one takes longer than checking its prompt.
  if (findings.length === 0) return [];
  return warningsOf(findings, { snippet: subject(SNIPPET, name), isSensitive: false });
}

/**
 * Returns the warnings about a prompt that may be sensitive. They name places, and quote only placeholders,
 * which a plan shows in `variables`. `snippet` starts each summary.
 */
export function warningsOfPlaces(snippet: string, findings: readonly PromptFinding[]): PromptWarning[] {
  return warningsOf(findings, { snippet, isSensitive: true });
}

interface Display {
  /** The start of each summary. */
  readonly snippet: string;
  /** Whether only places, and placeholders, may be shown. */
  readonly isSensitive: boolean;
}

function warningsOf(findings: readonly PromptFinding[], { snippet, isSensitive }: Display): PromptWarning[] {
  return Array.from(byKind(findings), ([kind, texts]) => {
    const quotes = !isSensitive || kind === "unknown";
    const options = { snippet, wording: WORDINGS.get(kind)!, quotes, isSensitive };
    const groups = Array.from(texts.values());
    if (groups.length > MOST_ALONE) return [warningOnSeveral(groups, options)];
    return groups.map((group) => warningOnOne(group, options));
  }).flat();
}

interface Options extends Display {
  readonly wording: Wording;
  /** Whether the texts are shown. */
  readonly quotes: boolean;
}

/** The findings of one text of a prompt: one or more, of which the first places are kept. */
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
  { snippet, wording, ...shown }: Options,
): PromptWarning {
  const named = places.map(({ line, column }) => `line ${line}, column ${column}`);
  if (count > MOST_PLACES) named.push(`${count - MOST_PLACES} more`);
  const suggestion = first.suggestion === null || !shown.quotes ? null : shortened(first.suggestion);
  const text = shown.quotes ? spelled(shortened(first.text)) : "a text of its prompt";
  // Without the snippet's name, the place tells warnings of equal texts apart.
  const what = shown.isSensitive ? `${text}, at ${named[0]},` : text;
  return {
    summary: `${snippet}: ${what} ${wording.one}`,
    detail: `In the prompt at ${named.join("; ")}. ${wording.adviceOnOne(suggestion)}`,
  };
}

function warningOnSeveral(groups: readonly Group[], { snippet, wording, quotes }: Options): PromptWarning {
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

/** Returns the text on one line, with invisible characters spelled out. */
function spelled(text: string): string {
  const invisible = new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}${INVISIBLE}]`, "gu");
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
