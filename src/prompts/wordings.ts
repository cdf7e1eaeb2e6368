/** The texts of a rule's warnings. scripts/prompt-rules.ts says what each rule matches, with examples. */
interface Wording {
  /** What is wrong. `one` ends the summary about one text, `several` that about "N texts of its prompt". */
  readonly one: string;
  readonly several: string;
  /** What the mistake means, and what to do. `suggestion` is null for several texts. */
  readonly advice: (suggestion: string | null) => string;
}

/** The wordings by the code of a rule, in the order of the documentation. */
export const WORDINGS = {
  doubled: {
    one: "is doubled, so it is not a placeholder",
    several: "are doubled, so they are not placeholders",
    advice: passedOn(": a placeholder has single braces"),
  },
  surplus: {
    one: "has too many braces",
    several: "have too many braces",
    advice: passedOn(": a placeholder has one brace on each side"),
  },
  fallback: {
    one: "has a fallback or a filter, so it is not a placeholder",
    several: "have a fallback or a filter, so they are not placeholders",
    advice: passedOn(": a placeholder takes no fallback and no filter, only an identifier"),
  },
  nearly: {
    one: "is not a placeholder, although it looks like one",
    several: "are not placeholders, although they look like placeholders",
    advice: passedOn(': an identifier has only letters, digits, "_", "-" and "."'),
  },
  empty: {
    one: "is a placeholder without a name",
    several: "are placeholders without a name",
    advice: passedOn(""),
  },
  unclosed: {
    one: "is a placeholder that is never closed",
    several: "are placeholders that are never closed",
    advice: passedOn(""),
  },
  conflict: {
    one: "begins a merge conflict that is not resolved",
    several: "begin merge conflicts that are not resolved",
    advice: () =>
      "The model receives both versions and the markers. Remove the markers, and keep only one of the versions.",
  },
  unknown: {
    one: "is not a known variable",
    several: "are not known variables",
    advice: (suggestion) =>
      (suggestion === null
        ? "Write a known variable"
        : `The closest known variable is ${suggestion}. Write it`) +
      ", or add the variable to known_variables of the provider.",
  },
} as const satisfies Record<string, Wording>;

/** `because` says why the text is no placeholder. */
function passedOn(because: string): Wording["advice"] {
  return (suggestion) =>
    `The model receives such text unchanged${because}. ` +
    `Write ${suggestion ?? "the identifier of a variable between the braces"} if you mean a variable.`;
}

export type FindingKind = keyof typeof WORDINGS;

export interface Match {
  readonly kind: FindingKind;
  readonly text: string;
  readonly suggestion: string | null;
}
