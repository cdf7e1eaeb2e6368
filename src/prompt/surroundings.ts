import { promptVariables } from "./grammar";

/** The offsets of code in a Markdown text. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
  /** True for a fenced block, false for code within a line. */
  readonly isFenced: boolean;
}

/**
 * A prompt, and facts about it that the rules need for several braces. Each fact is computed on first use.
 */
export class Surroundings {
  #spans: readonly CodeSpan[] | undefined;
  #variables: ReadonlySet<string> | undefined;

  constructor(readonly prompt: string) {}

  /** The identifiers of the prompt's placeholders. */
  get variables(): ReadonlySet<string> {
    return (this.#variables ??= new Set(promptVariables(this.prompt)));
  }

  /** Returns the Markdown code that contains an offset; undefined if none does. */
  codeAt(offset: number): CodeSpan | undefined {
    const spans = (this.#spans ??= codeSpans(this.prompt));
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span.start <= offset ? span : undefined;
  }
}

const LINE = /[^\r\n]+/g;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/**
 * Returns fenced blocks, and code in backticks on one line. A fence that is not closed ends with the text.
 */
function codeSpans(text: string): CodeSpan[] {
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
  // Offset of the last run of each length. It avoids a long search for the end of a run that is never closed.
  const last = new Map(runs.map(({ length, index }) => [length, index]));
  for (let at = 0; at < runs.length; at += 1) {
    const { length, index } = runs[at]!;
    if (last.get(length) === index) continue;
    while (runs[at + 1]!.length !== length) at += 1;
    at += 1;
    spans.push({ start: lineStart + index, end: lineStart + runs[at]!.index + length, isFenced: false });
  }
}
