export interface TextDiff {
  /** `text`: lines of two texts are compared. `json`: JSON with one value on each line is compared. */
  readonly of: "text" | "json";
  readonly before: TextSize | null;
  readonly after: TextSize | null;
  /** All rows in order. If only one side ends with a line break, that side has an additional empty last line. */
  readonly rows: readonly DiffRow[];
}

export interface TextSize {
  /** Number of code points. */
  readonly characters: number;
  /** Does not count an empty line after a final line break. */
  readonly lines: number;
  readonly endsWithLineBreak: boolean;
}

export type DiffRow =
  | { readonly kind: "same"; readonly before: DiffLine; readonly after: DiffLine }
  /** An edited line, whose marked spans are the parts that differ. */
  | { readonly kind: "changed"; readonly before: DiffLine; readonly after: DiffLine }
  | { readonly kind: "removed"; readonly before: DiffLine }
  | { readonly kind: "added"; readonly after: DiffLine };

export interface DiffLine {
  readonly number: number;
  /** Parts of the line, without its line break; none for an empty line. */
  readonly spans: readonly DiffSpan[];
}

export interface DiffSpan {
  readonly text: string;
  /** True if the other side lacks this part of a changed line. False in all other rows. */
  readonly marked: boolean;
}
