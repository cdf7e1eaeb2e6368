import { checkPrompt, checkVariables, MAX_FINDINGS, type PromptFinding } from "./checks";
import { IDENTIFIER_RULE, placeholderFor, type Position } from "./grammar";
import {
  emptyTextWarnings,
  type PromptFact,
  type PromptWarning,
  promptWarnings,
  shownText,
  subject,
  warning,
} from "./warnings";
import { refuseNoText, userError } from "./texts";
import { type FindingKind, WORDINGS } from "./wordings";
import { closest } from "./words";

export const LINT_CODES: readonly PromptFact["code"][] = [
  ...(Object.keys(WORDINGS) as FindingKind[]),
  "blank-prompt",
];

/** An entry of `acknowledged_warnings`: a warning that the snippet's author accepts. */
export interface Acknowledgement {
  readonly code: string;
  /** The text that the warning names, such as `{{x}}`; "" if the warning is about an empty prompt or name. */
  readonly text: string;
  readonly reason: string;
}

/** A sample is corrected in the samples file instead. */
const ACKNOWLEDGED_CODES = [...LINT_CODES, "blank-name"].filter((code) => !code.endsWith("-sample"));

/** A member is undefined if its value is unknown at synth. */
export type DeclaredEntry = { readonly [K in keyof Acknowledgement]: string | null | undefined };

/** Returns undefined if the entry is correct. The result quotes no text of the entry. */
export function problemOfEntry({
  code,
  text,
  reason,
}: DeclaredEntry): { what: string; advice: string } | undefined {
  if (code !== undefined && !ACKNOWLEDGED_CODES.includes(code ?? "")) {
    const near = closest(code ?? "", ACKNOWLEDGED_CODES)!;
    const advice = `The codes are ${ACKNOWLEDGED_CODES.join(", ")}. Write the closest one, "${near}", or another one.`;
    return { what: "has an unknown code", advice };
  }
  if (text === null)
    return { what: "has no text", advice: 'Write the text that the warning names, or "" for an empty text.' };
  if (reason !== undefined && (reason ?? "").trim() === "")
    return { what: "has no reason", advice: "A review shows the reason. Write why the text is intended." };
  return undefined;
}

/** Returns the findings of each kind of check. Checks the names of variables only if variables are known. */
function findingsIn(prompt: string, { known, ofSamples = [] }: Checks): (readonly PromptFinding[])[] {
  return [checkPrompt(prompt), known === undefined ? [] : checkVariables(prompt, known), ofSamples];
}

interface SnippetWarnings {
  /** Warnings that no entry acknowledges, and a warning for each entry that matches no warning. */
  readonly warnings: PromptWarning[];
  readonly acknowledged: (PromptWarning & Pick<Acknowledgement, "reason">)[];
}

interface Checks {
  readonly known: readonly string[] | undefined;
  /** From `checkSamples`, which `cdktf-outreach/prompts` does not contain. */
  readonly ofSamples?: readonly PromptFinding[];
  readonly entries?: readonly Acknowledgement[];
  /** True if a part of the prompt is unknown. An entry may then be about the unknown part. Default: false. */
  readonly isPartial?: boolean;
  readonly isSensitive?: boolean;
}

const SNIPPET = "outreach_snippet";

export function warningsOfPrompt(name: string | null, prompt: string, checks: Checks): SnippetWarnings {
  const { known, entries = [], isPartial = false, isSensitive = false } = checks;
  const findings = findingsIn(prompt, checks).flat();
  const texts = { name, prompt };
  const blanks = (["name", "prompt"] as const).flatMap((one) =>
    emptyTextWarnings({ type: SNIPPET, name }, one, texts[one]),
  );
  // Most prompts have no findings, and quoting the name takes longer than the checks.
  if (findings.length + blanks.length + entries.length === 0) return { warnings: [], acknowledged: [] };
  const isChecked = (code: string) =>
    code === "blank-name" ? name !== null : !isPartial && (code !== "unknown" || known !== undefined);
  const snippet = subject(SNIPPET, name);
  return separateAcknowledged({ blanks, findings, snippet, entries, isSensitive, isChecked });
}

export interface CheckedSnippet {
  readonly blanks: readonly PromptWarning[];
  readonly findings: readonly PromptFinding[];
  readonly snippet: string;
  readonly entries: readonly Acknowledgement[];
  readonly isSensitive: boolean;
  /** An entry with a code that the checks do not look for gets no warning. */
  isChecked(code: string): boolean;
}

export function separateAcknowledged(checked: CheckedSnippet): SnippetWarnings {
  const { blanks, findings, snippet, entries, isSensitive } = checked;
  const entryOf = entryFinder(entries);
  const warningsOf = (entry: Acknowledgement | undefined) => {
    const own = findings.filter(({ kind, text }) => entryOf(kind, text) === entry);
    return [
      ...blanks.filter(({ code }) => entryOf(code, "") === entry),
      ...promptWarnings(snippet, own, isSensitive),
    ];
  };
  const acknowledged = entries.flatMap((entry) =>
    warningsOf(entry).map((one) => ({ ...one, reason: entry.reason })),
  );
  // If the number of findings is cut, an entry may acknowledge a hidden finding.
  const isCut = findings.length >= MAX_FINDINGS;
  const unmatched = entries.flatMap((entry, i) => {
    // An earlier entry may already acknowledge the same warning.
    const isRepeated = entryOf(entry.code, entry.text) !== entry;
    const isSilent = isCut || isRepeated || !checked.isChecked(entry.code) || warningsOf(entry).length > 0;
    return isSilent ? [] : unmatchedWarning(entry, i, checked);
  });
  return { warnings: [...warningsOf(undefined), ...unmatched], acknowledged };
}

/**
 * An entry may contain the text as in the prompt or as in the warning, which spells out invisible characters
 * and cuts the text after 80 characters.
 */
function entryFinder(
  entries: readonly Acknowledgement[],
): (code: string, text: string) => Acknowledgement | undefined {
  if (entries.length === 0) return () => undefined;
  // Terraform normalises strings to NFC, but strings at synth are not normalised.
  const keyOf = (code: string, text: string) => `${code} ${text.normalize("NFC")}`;
  const byWarning = new Map<string, Acknowledgement>();
  for (const entry of [...entries].reverse()) byWarning.set(keyOf(entry.code, entry.text), entry);
  return (code, text) => byWarning.get(keyOf(code, text)) ?? byWarning.get(keyOf(code, shownText(text)));
}

function unmatchedWarning(
  { code, text }: Acknowledgement,
  index: number,
  { snippet, isSensitive }: CheckedSnippet,
): PromptWarning {
  const named = text === "" ? code : `${shownText(text)} (${code})`;
  const one = isSensitive ? `entry ${index + 1} of its acknowledged_warnings` : `the acknowledged ${named}`;
  return warning(snippet, "", {
    code: "unmatched",
    what: `${one} is no warning about this snippet any more`,
    advice:
      "An entry of acknowledged_warnings has the code and the text of a warning. Remove the entry, or correct it.",
    texts: isSensitive ? [] : [named],
    places: [],
  });
}

/** Warnings in synth, plan and review have the same words. */
export interface Lint extends Position, Pick<PromptFact, "code" | "what" | "advice"> {
  /** The text with the mistake; "" for an empty prompt. */
  readonly text: string;
  readonly suggestion: string | null;
}

/**
 * Returns mistakes sorted by position. Omits mistakes with ignored codes. Checks variable names only if the
 * known variables are given. `isCut`: there may be further mistakes.
 */
export function lintPrompt(
  prompt: string,
  checks: Pick<Checks, "known" | "ofSamples">,
  ignored: ReadonlySet<string>,
): { readonly lints: readonly Lint[]; readonly isCut: boolean } {
  const found = findingsIn(prompt, checks);
  const findings = found
    .flat()
    .filter(({ kind }) => !ignored.has(kind))
    .sort((a, b) => a.line - b.line || a.column - b.column);
  const atStart = { text: "", suggestion: null, line: 1, column: 1 };
  const blank = emptyTextWarnings({ type: "", name: null }, "prompt", prompt)
    .filter(({ code }) => !ignored.has(code))
    .map(({ code, what, advice }) => ({ code, ...atStart, what, advice }));
  return {
    lints: [
      ...blank,
      ...findings.map((finding) => {
        const { kind: code, text, suggestion, line, column } = finding;
        // A single finding gives exactly one warning.
        const { what, advice } = promptWarnings("", [finding])[0]!;
        return { code, text, suggestion, line, column, what, advice };
      }),
    ],
    isCut: found.some(({ length }) => length >= MAX_FINDINGS),
  };
}

/** A probable mistake at one place of a prompt, as `cdktf-outreach lint --format json` prints it. */
export interface PromptMistake extends Position {
  /**
   * The code of the rule (docs/guides/prompt-warnings.md). `blank-prompt`: the prompt is empty. `unmatched`:
   * the prompt lacks an acknowledged mistake. `blank-prompt` and `unmatched` have the place 1:1.
   */
  readonly code: PromptFact["code"];
  /** The text that is probably wrong, such as `{{x}}`; "" for an empty prompt. */
  readonly text: string;
  /** What is wrong, what it means and what to do. */
  readonly message: string;
  /** What was probably meant, such as `{x}`. */
  readonly suggestion: string | null;
}

export interface CheckOptions {
  /** The variables that a prompt may use. Without this list, names of variables are not checked. */
  readonly knownVariables?: readonly string[] | undefined;
  /** Intended mistakes, as in `acknowledgedWarnings` of a snippet. */
  readonly acknowledged?: readonly Acknowledgement[] | undefined;
}

/**
 * Returns the probable mistakes of a prompt by position, by the rules of synth, plan and `lint`. Finds at most
 * 1,000 mistakes of a kind, and acknowledged mistakes count. Throws if an acknowledged mistake has no reason or
 * an unknown code, as synth does.
 */
export function check(prompt: string, options: CheckOptions = {}): PromptMistake[] {
  const { knownVariables: known, acknowledged: entries = [] } = options;
  refuseNoText(prompt, "The prompt of check", check);
  const unusable = known?.find((name) => placeholderFor(name) === undefined);
  if (unusable !== undefined)
    throw userError(`knownVariables has ${JSON.stringify(unusable)}. ${IDENTIFIER_RULE}`, check);
  for (const [index, { code, text, reason }] of entries.entries()) {
    // Programs without types may leave a member out.
    const wrong = problemOfEntry({ code: code ?? null, text: text ?? null, reason: reason ?? null });
    if (wrong !== undefined)
      throw userError(`Entry ${index + 1} of acknowledged ${wrong.what}. ${wrong.advice}`, check);
  }
  const entryOf = entryFinder(entries);
  const { lints } = lintPrompt(prompt, { known }, new Set());
  const unmatched = warningsOfPrompt(null, prompt, { known, entries }).warnings.flatMap((one) =>
    one.code === "unmatched" ? { ...one, text: one.texts[0]!, suggestion: null, line: 1, column: 1 } : [],
  );
  return [...unmatched, ...lints.filter(({ code, text }) => entryOf(code, text) === undefined)].map(
    ({ code, line, column, text, what, advice, suggestion }) => {
      return { code, line, column, text, message: `${what}. ${advice}`, suggestion };
    },
  );
}
