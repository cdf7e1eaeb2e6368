export interface TextDiff {
  /** What the lines are: a text as it is, or a value or a text of JSON that was laid out to be compared. */
  readonly of: "text" | "json";
  /** Null where that side has no text. */
  readonly before: TextSize | null;
  readonly after: TextSize | null;
  /**
   * Every line of both sides in order; whoever writes a format folds the unchanged ones. The line break that ends a text
   * starts no line, unless the other side ends without one: then an empty last line is what differs.
   */
  readonly rows: readonly DiffRow[];
}

export interface TextSize {
  /** In code points. */
  readonly characters: number;
  /** As an editor counts them: the line break that ends a text starts no further line. */
  readonly lines: number;
  readonly endsWithLineBreak: boolean;
}

/** One line of a side-by-side diff. */
export type DiffRow =
  | { readonly kind: "same"; readonly before: DiffLine; readonly after: DiffLine }
  /** A line that became another one; the marked spans are what differs. */
  | { readonly kind: "changed"; readonly before: DiffLine; readonly after: DiffLine }
  | { readonly kind: "removed"; readonly before: DiffLine }
  | { readonly kind: "added"; readonly after: DiffLine };

export interface DiffLine {
  /** From 1. */
  readonly number: number;
  /** The line without its line break; joined, the spans are the line. No spans for an empty line. */
  readonly spans: readonly DiffSpan[];
}

export interface DiffSpan {
  readonly text: string;
  /** Whether this part of a changed line is not on the other side; false in rows of any other kind. */
  readonly marked: boolean;
}
