export interface TextDiff {
  /** `text` compares the lines of two texts; `json` compares JSON that is written with one value per line. */
  readonly of: "text" | "json";
  readonly before: TextSize | null;
  readonly after: TextSize | null;
  /** All rows, in order. If only one side ends with a line break, that side also has an empty last line. */
  readonly rows: readonly DiffRow[];
}

export interface TextSize {
  /** In code points. */
  readonly characters: number;
  /** An empty line after a final line break does not count. */
  readonly lines: number;
  readonly endsWithLineBreak: boolean;
}

export type DiffRow =
  | { readonly kind: "same"; readonly before: DiffLine; readonly after: DiffLine }
  /** A line that was edited; the marked spans are the parts that differ. */
  | { readonly kind: "changed"; readonly before: DiffLine; readonly after: DiffLine }
  | { readonly kind: "removed"; readonly before: DiffLine }
  | { readonly kind: "added"; readonly after: DiffLine };

export interface DiffLine {
  readonly number: number;
  /** The parts of the line, without its line break; an empty list for an empty line. */
  readonly spans: readonly DiffSpan[];
}

export interface DiffSpan {
  readonly text: string;
  /** True if the other side lacks this part of a changed line; false in all other rows. */
  readonly marked: boolean;
}
