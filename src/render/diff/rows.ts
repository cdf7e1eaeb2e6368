export interface TextDiff {
  /** `text`: a diff of two texts. `json`: a diff of JSON with one value on each line. */
  readonly of: "text" | "json";
  readonly before: TextSize | null;
  readonly after: TextSize | null;
  /** If only one side ends with a line break, that side has an additional empty last line. */
  readonly rows: readonly DiffRow[];
}

export interface TextSize {
  /** Number of code points. */
  readonly characters: number;
  /** An empty line after a final line break does not count. */
  readonly lines: number;
  readonly endsWithLineBreak: boolean;
}

export type DiffRow =
  | { readonly kind: "same"; readonly before: DiffLine; readonly after: DiffLine }
  | { readonly kind: "changed"; readonly before: DiffLine; readonly after: DiffLine }
  | { readonly kind: "removed"; readonly before: DiffLine }
  | { readonly kind: "added"; readonly after: DiffLine };

export interface DiffLine {
  readonly number: number;
  /** Parts of the line without its line break. An empty line has no parts. */
  readonly spans: readonly DiffSpan[];
}

export interface DiffSpan {
  readonly text: string;
  /** True for a part of a changed line that the other side lacks. */
  readonly marked: boolean;
}
