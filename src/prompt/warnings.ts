import { checkPrompt, checkVariables, type FindingKind, type PromptFinding } from "./checks";
import { INVISIBLE } from "./grammar";
import { quoted } from "./quoted";

interface PromptWarning {
  readonly summary: string;
  readonly detail: string;
}

const SNIPPET = "outreach_snippet";

const PROBLEMS: Readonly<Record<FindingKind, string>> = {
  nearly: "is not a placeholder, although it looks like one",
  unclosed: "is a placeholder that is never closed",
  empty: "is a placeholder without a name",
  doubled: "is doubled, so it is not a placeholder",
  unknown: "is none of the known variables",
};

/** Of one text that is wrong. */
const MOST_PLACES = 10;
/** Texts of one prompt that are named. Terraform shows the line of the configuration with each, which may be the whole prompt. */
const MOST_TEXTS = 10;
/** Code points of a text. An open brace may be followed by the rest of the prompt. */
const MOST_CHARACTERS = 80;

function adviceOn({ kind, suggestion: text }: PromptFinding): string {
  const suggestion = text === null ? null : shortened(text);
  const write = `Write ${suggestion ?? "the identifier of a variable between the braces"}`;
  switch (kind) {
    case "nearly":
      return `It is passed on as it stands: an identifier has no blanks and nothing that cannot be seen. ${write} where a variable is meant.`;
    case "doubled":
      return `It is passed on as it stands: a placeholder has single braces. ${write} where a variable is meant.`;
    case "unclosed":
    case "empty":
      return `It is passed on as it stands. ${write} where a variable is meant.`;
    case "unknown":
      return suggestion === null
        ? "No variables are known. Set known_variables of the provider to those that exist."
        : `The closest known one is ${suggestion}. Write that one, or add this one to known_variables of the provider.`;
  }
}

const ADVICE_ON_EMPTY = {
  name: "People could not tell it from others in the user interface. Write a name.",
  prompt: "A language model has nothing to write from. Write a prompt, or leave the snippet out.",
} as const;

/** The warning about a text that is empty or all white space, which the API may well take; null is one that is not known. */
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

/** The warnings about a prompt whose variables are known, or are not (undefined), and about the snippet's name. */
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
 * The warnings about a snippet's prompt, one for each text that is wrong, however often it stands there. Terraform folds
 * warnings of equal summary, so the summary names the snippet and the text. The name is null where it is not known yet.
 */
export function promptWarnings(name: string | null, findings: readonly PromptFinding[]): PromptWarning[] {
  // As of nearly every snippet, of which all are asked twice in a plan: naming one takes longer than checking its prompt.
  if (findings.length === 0) return [];
  return warningsOf(subject(SNIPPET, name), findings, (first) => ({
    what: spelled(shortened(first.text)),
    advice: adviceOn(first),
  }));
}

/**
 * The same warnings for a prompt that may be sensitive: of a text that is no placeholder they show the place alone. Placeholders are
 * quoted, because a plan shows them in `variables`. `snippet` is what the summaries begin with.
 */
export function warningsOfPlaces(snippet: string, findings: readonly PromptFinding[]): PromptWarning[] {
  return warningsOf(snippet, findings, (first) => {
    const place = `at line ${first.line}, column ${first.column}`;
    return first.kind === "unknown"
      ? { what: `${spelled(shortened(first.text))}, ${place},`, advice: adviceOn(first) }
      : { what: `a text of its prompt, ${place},`, advice: adviceOn({ ...first, suggestion: null }) };
  });
}

/** What a warning says of the first of several findings of one text. */
type Describe = (first: PromptFinding) => { readonly what: string; readonly advice: string };

function warningsOf(
  snippet: string,
  findings: readonly PromptFinding[],
  describe: Describe,
): PromptWarning[] {
  const groups = new Map<string, PromptFinding[]>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.text}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const warnings = Array.from(groups.values())
    .slice(0, MOST_TEXTS)
    .map((group) => {
      const [first] = group as [PromptFinding];
      const places = group.slice(0, MOST_PLACES).map(({ line, column }) => `line ${line}, column ${column}`);
      if (group.length > MOST_PLACES) places.push(`${group.length - MOST_PLACES} more`);
      const { what, advice } = describe(first);
      return {
        summary: `${snippet}: ${what} ${PROBLEMS[first.kind]}`,
        detail: `In the prompt at ${places.join("; ")}. ${advice}`,
      };
    });
  if (groups.size <= MOST_TEXTS) return warnings;
  const more = {
    summary: `${snippet}: ${groups.size - MOST_TEXTS} more texts of its prompt look wrong`,
    detail: "They are named once the ones above are fixed.",
  };
  return [...warnings, more];
}

function subject(type: string, name: string | null): string {
  return name === null || isBlank(name) ? type : `${type} ${quoted(name)}`;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

const SUBJECT = /^outreach_snippet(?: \(?"(?:[^"\\]|\\.)*"\)?| \([\w.:-]+\))?: /;
const PLACES = /^In the prompt at [^.]*\./;

/** The same warning without what it quotes of the prompt. One that quotes nothing of a prompt is returned as it is. */
export function withoutPrompt<Warning extends PromptWarning>(warning: Warning): Warning {
  const subject = SUBJECT.exec(warning.summary)?.[0];
  const problem = Object.values(PROBLEMS).find((words) => warning.summary.endsWith(` ${words}`));
  if (subject === undefined || problem === undefined) return warning;
  const places = PLACES.exec(warning.detail)?.[0] ?? "";
  return {
    ...warning,
    summary: `${subject}a text of its prompt ${problem}`,
    detail: `${places} The prompt is sensitive, so that the text is not shown.`.trimStart(),
  };
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MOST_CHARACTERS + 2));
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join("")}…` : text;
}

/** On one line, with what cannot be seen spelled out. */
function spelled(text: string): string {
  const invisible = new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}${INVISIBLE}]`, "gu");
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
