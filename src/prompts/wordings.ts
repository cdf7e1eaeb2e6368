/** scripts/prompt-rules.ts explains each rule with examples. */
interface Wording {
  /** What is wrong: the end of the summary, which follows the text. */
  readonly what: string;
  /** What the mistake means and what to do. `suggestion` is null for a warning about several texts. */
  readonly advice: (suggestion: string | null) => string;
}

/** The documentation has the same order. */
export const WORDINGS = {
  doubled: {
    what: "is doubled, so it is not a placeholder",
    advice: passedOn(": a placeholder has single braces"),
  },
  surplus: {
    what: "has too many braces",
    advice: passedOn(": a placeholder has one brace on each side"),
  },
  fallback: {
    what: "has a fallback or a filter, so it is not a placeholder",
    advice: passedOn(": a placeholder takes no fallback and no filter, only an identifier"),
  },
  nearly: {
    what: "is not a placeholder, although it looks like one",
    advice: passedOn(': an identifier has only letters, digits, "_", "-" and "."'),
  },
  empty: {
    what: "is a placeholder without a name",
    advice: passedOn(""),
  },
  unclosed: {
    what: "is a placeholder that is never closed",
    advice: passedOn(""),
  },
  conflict: {
    what: "begins a merge conflict that is not resolved",
    advice: () =>
      "The model receives both versions and the markers. Remove the markers, and keep only one of the versions.",
  },
  "front-matter": {
    what: "begins front matter, which is a part of the prompt",
    advice: () =>
      "The model receives its lines as text, and Outreach reads no settings from them. Remove the lines up to the next " +
      "line of dashes.",
  },
  unknown: {
    what: "is not a known variable",
    advice: (suggestion) =>
      (suggestion === null
        ? "Write a known variable"
        : `The closest known variable is ${suggestion}. Write it`) +
      ", or add the variable to known_variables of the provider.",
  },
  "no-sample": {
    what: "has no value in any sample",
    advice: () => "Previews show the placeholder unfilled. Add a value to a sample in the samples file.",
  },
  "blank-sample": {
    what: "is empty in a sample",
    advice: () =>
      "A preview with this sample has nothing in its place. Write a value, or remove the variable from the sample.",
  },
} as const satisfies Record<string, Wording>;

/** `because`: why the text is no placeholder. */
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
