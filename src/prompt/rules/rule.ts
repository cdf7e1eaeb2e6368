import type { Braces } from "../braces";

/** What a rule says of braces that it matches. */
export interface Match {
  /** As it stands in the prompt. */
  readonly text: string;
  /** The placeholder that was probably meant; null where that cannot be guessed. */
  readonly suggestion: string | null;
}

/** How warnings speak of what a rule found. */
export interface Wording {
  /** What is wrong with one text, and with several, after the text or "N texts of its prompt". */
  readonly one: string;
  readonly several: string;
  /** What that means, and what to do. `suggestion` is the one for this text. */
  readonly adviceOnOne: (suggestion: string | null) => string;
  readonly adviceOnSeveral: string;
}

/** A kind of mistake in prompts: all that there is to know of it. docs/guides/prompt-warnings.md is generated from these. */
export interface Rule<Code extends string = string> {
  readonly code: Code;
  readonly wording: Wording;
  /** What it matches and why that is warned of, in Markdown. */
  readonly matches: string;
  readonly why: string;
  /** What the rule says of braces; undefined where they are not its business. */
  readonly find: (braces: Braces) => Match | undefined;
  /** Prompts that draw this warning alone: the prompt, the text that is named and what is suggested. */
  readonly warned: readonly (readonly [prompt: string, text: string, suggestion: string | null])[];
  /** Prompts that draw no warning at all. */
  readonly silent: readonly string[];
}

/** Of a text that the model gets as it stands, for a reason that completes the sentence. */
export function passedOn(reason: string, one: string, several: string): Wording {
  const because = reason === "" ? "" : `: ${reason}`;
  return {
    one,
    several,
    adviceOnOne: (suggestion) =>
      `It is passed on as it stands${because}. ` +
      `Write ${suggestion ?? "the identifier of a variable between the braces"} where a variable is meant.`,
    adviceOnSeveral: `They are passed on as they stand${because}. Write a placeholder where a variable is meant.`,
  };
}
