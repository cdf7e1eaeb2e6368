import { commonPairs, type Pair } from "./common";
import type { DiffLine, DiffRow, TextDiff, TextSize } from "./rows";
import { compareWords, similarity, wordsOf } from "./words";

/** Lines that have less in common are shown as one gone and one new, not as one that changed. */
const LEAST_SIMILARITY = 0.4;

/** Above so many words in all pairs of lines in one place, the n-th line is compared with the n-th. */
const MOST_COMPARED = 1_000_000;

/** Lines of more words are marked as a whole. */
const LONGEST_COMPARED = 4_000;

/** The diff of two texts; null stands for no text. Lines end at `\n` alone, so that a vanished `\r` is a change. */
export function diffTexts(before: string | null, after: string | null, of: TextDiff["of"]): TextDiff {
  const rows = [before, after].every((text) => text === null || text.endsWith("\n"))
    ? rowsOf(linesOf(before?.slice(0, -1)), linesOf(after?.slice(0, -1)))
    : rowsOf(linesOf(before), linesOf(after));
  return { of, before: sizeOf(before), after: sizeOf(after), rows };
}

function sizeOf(text: string | null): TextSize | null {
  if (text === null) return null;
  const lines = text.split("\n");
  return {
    characters: Array.from(text).length,
    lines: lines.at(-1) === "" ? lines.length - 1 : lines.length,
    endsWithLineBreak: text.endsWith("\n"),
  };
}

function linesOf(text: string | null | undefined): string[] {
  return text?.split("\n") ?? [];
}

function rowsOf(before: readonly string[], after: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...commonPairs(before, after), [before.length, after.length] as Pair]) {
    for (const row of rowsBetween(before, [i, a], after, [j, b])) rows.push(row);
    if (a < before.length) {
      rows.push({ kind: "same", before: plain(before[a]!, a), after: plain(after[b]!, b) });
    }
    [i, j] = [a + 1, b + 1];
  }
  return rows;
}

function plain(text: string, index: number): DiffLine {
  return { number: index + 1, spans: text === "" ? [] : [{ text, marked: false }] };
}

/** The rows of lines that have no equal on the other side: similar ones beside each other, in order. */
function rowsBetween(
  before: readonly string[],
  [fromA, toA]: Pair,
  after: readonly string[],
  [fromB, toB]: Pair,
): DiffRow[] {
  const left = before.slice(fromA, toA).map(wordsOf);
  const right = after.slice(fromB, toB).map(wordsOf);
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...similarPairs(left, right), [left.length, right.length] as Pair]) {
    for (; i < a; i += 1) rows.push({ kind: "removed", before: plain(before[fromA + i]!, fromA + i) });
    for (; j < b; j += 1) rows.push({ kind: "added", after: plain(after[fromB + j]!, fromB + j) });
    if (a < left.length) rows.push(changedRow(left[a]!, fromA + a, right[b]!, fromB + b));
    [i, j] = [a + 1, b + 1];
  }
  return rows;
}

function changedRow(before: readonly string[], a: number, after: readonly string[], b: number): DiffRow {
  const [left, right] = compareWords(before, after);
  return { kind: "changed", before: { number: a + 1, spans: left }, after: { number: b + 1, spans: right } };
}

function similarPairs(left: readonly string[][], right: readonly string[][]): Pair[] {
  const compare = (i: number, j: number) => {
    const [a, b] = [left[i]!, right[j]!];
    if (a.length > LONGEST_COMPARED || b.length > LONGEST_COMPARED) return 0;
    const found = similarity(a, b);
    return found < LEAST_SIMILARITY ? 0 : found;
  };
  if (wordsIn(left) * right.length + wordsIn(right) * left.length > MOST_COMPARED) {
    const shorter = Math.min(left.length, right.length);
    return Array.from({ length: shorter }, (_, i): Pair => [i, i]).filter(([i, j]) => compare(i, j) > 0);
  }
  return bestPairs(left.length, right.length, compare);
}

function wordsIn(lines: readonly string[][]): number {
  return lines.reduce((sum, words) => sum + words.length, 0);
}

/** The pairs in order whose similarities add up to most. */
function bestPairs(rows: number, columns: number, compare: (i: number, j: number) => number): Pair[] {
  const scores = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => compare(i, j)),
  );
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const paired = scores[i]![j]! + best[i + 1]![j + 1]!;
      best[i]![j] = Math.max(paired, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    if (best[i]![j] === best[i + 1]![j]) i += 1;
    else if (best[i]![j] === best[i]![j + 1]) j += 1;
    else pairs.push([i++, j++]);
  }
  return pairs;
}
