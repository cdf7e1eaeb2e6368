/** A piece of code in a Markdown text, by offsets. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
  /** True for a fenced block, false for code within a line. */
  readonly isFenced: boolean;
}

const LINE = /[^\r\n]+/g;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/**
 * Returns the fenced blocks, and code between equal runs of backticks on one line. A fenced block that is not
 * closed reaches to the end of the text.
 */
export function codeSpans(text: string): CodeSpan[] {
  if (!text.includes("`") && !text.includes("~~~")) return [];
  const spans: CodeSpan[] = [];
  let fence: { mark: string; start: number } | undefined;
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const [indented, mark] = FENCE.exec(line) ?? [];
    if (fence === undefined) {
      if (mark === undefined) addInline(spans, line, index);
      else fence = { mark, start: index };
    } else if (mark === fence.mark && line.slice(indented!.length).trim() === "") {
      spans.push({ start: fence.start, end: index + line.length, isFenced: true });
      fence = undefined;
    }
  }
  if (fence !== undefined) spans.push({ start: fence.start, end: text.length, isFenced: true });
  return spans;
}

function addInline(spans: CodeSpan[], line: string, lineStart: number): void {
  const runs = Array.from(line.matchAll(/`+/g), ({ 0: run, index }) => ({ length: run.length, index }));
  // Offset of the last run of each length. Without it, runs that nothing closes would cost a long search.
  const last = new Map(runs.map(({ length, index }) => [length, index]));
  for (let at = 0; at < runs.length; at += 1) {
    const { length, index } = runs[at]!;
    if (last.get(length) === index) continue;
    while (runs[at + 1]!.length !== length) at += 1;
    at += 1;
    spans.push({ start: lineStart + index, end: lineStart + runs[at]!.index + length, isFenced: false });
  }
}
