/** The difference of two texts, line by line. */
export interface TextDiff {
  /** What the lines are: a text unchanged (`text`), or JSON with one value a line (`json`). */
  readonly of: "text" | "json";
  /** Null if that side has no text. */
  readonly before: TextSize | null;
  readonly after: TextSize | null;
  /**
   * Every line of both sides, in order; each format folds the unchanged ones. The line break that ends a text
   * starts no line, unless the other side ends without one: then an empty last line is the difference.
   */
  readonly rows: readonly DiffRow[];
}

/** The size of a text. */
export interface TextSize {
  /** In code points. */
  readonly characters: number;
  /** A line break at the end of the text starts no further line. */
  readonly lines: number;
  readonly endsWithLineBreak: boolean;
}

/** One row of a side-by-side diff. */
export type DiffRow =
  | { readonly kind: "same"; readonly before: DiffLine; readonly after: DiffLine }
  /** A line that became another one; the marked spans differ. */
  | { readonly kind: "changed"; readonly before: DiffLine; readonly after: DiffLine }
  | { readonly kind: "removed"; readonly before: DiffLine }
  | { readonly kind: "added"; readonly after: DiffLine };

/** A line of one side. */
export interface DiffLine {
  /** From 1. */
  readonly number: number;
  /** The line without its line break, in parts. No spans for an empty line. */
  readonly spans: readonly DiffSpan[];
}

/** A part of a line. */
export interface DiffSpan {
  readonly text: string;
  /** True if the other side lacks this part of a changed line; false in all other rows. */
  readonly marked: boolean;
}
