import { checkPrompt, checkVariables, MAX_FINDINGS, type PromptFinding } from "./checks";
import type { Position } from "./grammar";
import { emptyTextWarnings, type PromptFact, type PromptWarning, promptWarnings } from "./warnings";
import { type FindingKind, WORDINGS } from "./wordings";

/** A mistake at one place of a prompt, in the words of the warnings of synth, plan and review. */
export interface Lint extends Position, Pick<PromptFact, "code" | "what" | "advice"> {
  /** The text of the prompt that is probably a mistake; "" for an empty prompt. */
  readonly text: string;
  /** The placeholder that was probably meant; null if there is no suggestion. */
  readonly suggestion: string | null;
}

/** The codes of all mistakes that `lintPrompt` reports. */
export const LINT_CODES: readonly PromptFact["code"][] = [
  ...(Object.keys(WORDINGS) as FindingKind[]),
  "blank-prompt",
];

/**
 * Returns the mistakes of a prompt, sorted by position, but not those with an ignored code. Checks the names of
 * variables only if the known variables are given. Returns the first `MAX_FINDINGS`; `isCut` is true if
 * there may be more.
 */
export function lintPrompt(
  prompt: string,
  known: readonly string[] | undefined,
  ignored: ReadonlySet<string>,
): { readonly lints: readonly Lint[]; readonly isCut: boolean } {
  const isWanted = ({ kind }: Pick<PromptFinding, "kind">) => !ignored.has(kind);
  const braces = checkPrompt(prompt, isWanted).filter(isWanted);
  const variables = known === undefined ? [] : checkVariables(prompt, known).filter(isWanted);
  const findings = [...braces, ...variables].sort((a, b) => a.line - b.line || a.column - b.column);
  const atStart = { text: "", suggestion: null, line: 1, column: 1 };
  const blank = emptyTextWarnings({ type: "", name: null }, "prompt", prompt)
    .filter(({ code }) => !ignored.has(code))
    .map(({ code, what, advice }) => ({ code, ...atStart, what, advice }));
  return {
    lints: [...blank, ...findings.slice(0, MAX_FINDINGS).map(worded)],
    // `checkPrompt` stops at this number itself.
    isCut: findings.length > MAX_FINDINGS || braces.length >= MAX_FINDINGS,
  };
}

function worded(finding: PromptFinding): Lint {
  // One finding gives one warning.
  const [{ what, advice }] = promptWarnings("", [finding]) as [PromptWarning];
  const { kind: code, text, suggestion, line, column } = finding;
  return { code, text, suggestion, line, column, what, advice };
}
