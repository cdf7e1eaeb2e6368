/** The texts of a rule's warnings. scripts/prompt-rules.ts says what each rule matches, with examples. */
export interface Wording {
  /** What is wrong. `one` ends the summary about one text, `several` that about "N texts of its prompt". */
  readonly one: string;
  readonly several: string;
  /** What the mistake means, and what to do. `suggestion` is that of the finding. */
  readonly adviceOnOne: (suggestion: string | null) => string;
  readonly adviceOnSeveral: string;
}

const REMOVE_MARKERS =
  "The model receives both versions and the markers. Remove the markers, and keep only one of the versions.";

/** The wordings by the code of a rule, in the order of the documentation. */
export const WORDINGS = {
  doubled: passedOn(
    "a placeholder has single braces",
    "is doubled, so it is not a placeholder",
    "are doubled, so they are not placeholders",
  ),
  surplus: passedOn(
    "a placeholder has one brace on each side",
    "has too many braces",
    "have too many braces",
  ),
  fallback: passedOn(
    "a placeholder takes no fallback and no filter, only an identifier",
    "has a fallback or a filter, so it is not a placeholder",
    "have a fallback or a filter, so they are not placeholders",
  ),
  nearly: passedOn(
    'an identifier has only letters, digits, "_", "-" and "."',
    "is not a placeholder, although it looks like one",
    "are not placeholders, although they look like placeholders",
  ),
  empty: passedOn("", "is a placeholder without a name", "are placeholders without a name"),
  unclosed: passedOn("", "is a placeholder that is never closed", "are placeholders that are never closed"),
  conflict: {
    one: "begins a merge conflict that is not resolved",
    several: "begin merge conflicts that are not resolved",
    adviceOnOne: () => REMOVE_MARKERS,
    adviceOnSeveral: REMOVE_MARKERS,
  },
  unknown: {
    one: "is not a known variable",
    several: "are not known variables",
    adviceOnOne: (suggestion) =>
      suggestion === null
        ? "The list known_variables of the provider is empty. Set it to the variables that exist."
        : `The closest known variable is ${suggestion}. Write it, or add the variable to known_variables of the provider.`,
    adviceOnSeveral: "Write known variables, or add these variables to known_variables of the provider.",
  },
} as const satisfies Record<string, Wording>;

export type FindingKind = keyof typeof WORDINGS;

export interface Match {
  readonly kind: FindingKind;
  readonly text: string;
  readonly suggestion: string | null;
}

/** `reason` says why the text is no placeholder, or is "". */
function passedOn(reason: string, one: string, several: string): Wording {
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
