import type { PromptFinding } from "./checks";
import { INVISIBLE, type Position } from "./grammar";
import { quoted } from "./texts";
import { type FindingKind, WORDINGS } from "./wordings";

export interface PromptWarning extends PromptFact {
  readonly summary: string;
  readonly detail: string;
}

/** The parts of a warning that name neither the snippet nor the places. */
export interface PromptFact {
  /**
   * The rule's code; `blank-name` or `blank-prompt` for an empty text; `unmatched` for an entry of
   * `acknowledged_warnings` that matches no warning.
   */
  readonly code: FindingKind | "blank-name" | "blank-prompt" | "unmatched";
  /** The last part of the summary, after the snippet. */
  readonly what: string;
  /** The last part of the detail, after the places. */
  readonly advice: string;
  /** Empty for an empty text, or if the prompt may be sensitive. */
  readonly texts: readonly string[];
  /** Up to ten places of each text, in the order of the detail. */
  readonly places: readonly Position[];
}

/** If a rule finds more texts than this, one warning lists them all. */
const MAX_ALONE = 3;
const MAX_TEXTS = 20;
const MAX_PLACES = 10;
const MAX_CHARACTERS = 80;

const ADVICE_ON_EMPTY = {
  name: "An object without a name cannot be recognised in the user interface. Write a name.",
  prompt: "An empty prompt gives the language model no instructions. Write a prompt, or remove the snippet.",
} as const;

/** A null text is unknown and gets no warning. */
export function emptyTextWarnings(
  { type, name }: { readonly type: string; readonly name: string | null },
  attribute: keyof typeof ADVICE_ON_EMPTY,
  text: string | null,
): PromptWarning[] {
  if (text === null || !isBlank(text)) return [];
  const [code, what] = [`blank-${attribute}`, `its ${attribute} is empty`] as const;
  const fact = { code, what, advice: ADVICE_ON_EMPTY[attribute], texts: [], places: [] };
  return [warning(subject(type, name), "", fact)];
}

/**
 * Terraform merges warnings with equal summaries, so each summary names the snippet and the text. If the
 * prompt may be sensitive, warnings name places and quote only placeholders, which a plan shows in
 * `variables` anyway.
 */
export function promptWarnings(
  snippet: string,
  findings: readonly PromptFinding[],
  isSensitive = false,
): PromptWarning[] {
  return [...grouped(findings, ({ kind }) => kind)].flatMap(([kind, found]) => {
    const groups = [...grouped(found, ({ text }) => text).values()];
    const isQuoted = !isSensitive || kind === "unknown";
    if (groups.length > MAX_ALONE) return [warningOnSeveral(groups, snippet, isQuoted)];
    return groups.map((group) => warningOnOne(group, snippet, isQuoted, isSensitive));
  });
}

type Group = readonly [PromptFinding, ...PromptFinding[]];

function grouped<K>(findings: readonly PromptFinding[], keyOf: (one: PromptFinding) => K): Map<K, Group> {
  const groups = new Map<K, [PromptFinding, ...PromptFinding[]]>();
  for (const one of findings) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

const placesIn = (group: Group) =>
  group.slice(0, MAX_PLACES).map(({ line, column }): Position => ({ line, column }));

function warningOnOne(group: Group, snippet: string, isQuoted: boolean, isSensitive: boolean): PromptWarning {
  const [{ kind, ...first }] = group;
  const places = placesIn(group);
  const named = places.map(({ line, column }) => `line ${line}, column ${column}`);
  if (group.length > MAX_PLACES) named.push(`${group.length - MAX_PLACES} more`);
  const suggestion = first.suggestion === null || !isQuoted ? null : shortened(first.suggestion);
  const text = isQuoted ? shownText(first.text) : "a text of its prompt";
  // A warning about a sensitive prompt may lack the snippet's name, so the place makes the summary unique.
  const what = isSensitive ? `${text}, at ${named[0]},` : text;
  return warning(snippet, `In the prompt at ${named.join("; ")}. `, {
    code: kind,
    what: `${what} ${WORDINGS[kind].what}`,
    advice: WORDINGS[kind].advice(suggestion),
    texts: isQuoted ? [text] : [],
    places,
  });
}

function warningOnSeveral(groups: readonly Group[], snippet: string, isQuoted: boolean): PromptWarning {
  const { kind } = groups[0]![0];
  const shown = groups.slice(0, MAX_TEXTS);
  const listed = shown.map((group) => {
    const lines = [...new Set(placesIn(group).map(({ line }) => line))];
    const more = group.length > MAX_PLACES ? " and more" : "";
    const where = `line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}${more}`;
    if (!isQuoted) return where;
    const { text, suggestion } = group[0];
    const meant = suggestion === null ? "" : `, suggestion ${shortened(suggestion)}`;
    return `${where}: ${shownText(text)}${meant}`;
  });
  if (groups.length > MAX_TEXTS) listed.push(`${groups.length - MAX_TEXTS} more`);
  return warning(snippet, `In the prompt, ${listed.join("; ")}. `, {
    code: kind,
    what: `each of ${groups.length} texts of its prompt ${WORDINGS[kind].what}`,
    advice: WORDINGS[kind].advice(null),
    texts: isQuoted ? shown.map(([{ text }]) => shownText(text)) : [],
    places: shown.flatMap(placesIn),
  });
}

/** Warnings quote a text on one line, with at most 80 characters. */
export function shownText(text: string): string {
  return spelled(shortened(text));
}

/** `where` begins the detail; it is empty if the warning has no places. */
export function warning(snippet: string, where: string, fact: PromptFact): PromptWarning {
  const { what, advice } = fact;
  return { ...fact, summary: `${snippet}: ${what}`, detail: `${where}${advice}` };
}

export function subject(type: string, name: string | null): string {
  return name === null || isBlank(name) ? type : `${type} ${quoted(name)}`;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_CHARACTERS + 2));
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join("")}…` : text;
}

function spelled(text: string): string {
  const invisible = new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}${INVISIBLE}]`, "gu");
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
