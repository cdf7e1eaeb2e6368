import type { Braces } from "../braces";

/** What a rule found in braces. */
export interface Match {
  /** The text that the warning names. */
  readonly text: string;
  /** The placeholder that was probably meant; null if there is no suggestion. */
  readonly suggestion: string | null;
}

/** The texts of a rule's warnings. */
export interface Wording {
  /** What is wrong. `one` ends the summary about one text, `several` that about "N texts of its prompt". */
  readonly one: string;
  readonly several: string;
  /** What the mistake means, and what to do. `suggestion` is `Match.suggestion`. */
  readonly adviceOnOne: (suggestion: string | null) => string;
  readonly adviceOnSeveral: string;
}

/** One kind of mistake in prompts. scripts/prompt-rules.ts says what it matches, with examples. */
export interface Rule<Code extends string = string> {
  readonly code: Code;
  readonly wording: Wording;
  /** Returns the match; undefined if the rule does not apply to these braces. */
  readonly find: (braces: Braces) => Match | undefined;
}

/** Returns the wording for a text that is not a placeholder. `reason` says why it is none, or is "". */
export function passedOn(reason: string, one: string, several: string): Wording {
  const because = reason === "" ? "" : `: ${reason}`;
  return {
    one,
    several,
    adviceOnOne: (suggestion) =>
      `The model receives this text unchanged${because}. ` +
      `Write ${suggestion ?? "the identifier of a variable between the braces"} if you mean a variable.`,
    adviceOnSeveral: `The model receives these texts unchanged${because}. Write placeholders if you mean variables.`,
  };
}
