import { commonPairs, type Pair } from "./common";
import type { DiffLine, DiffRow, TextDiff, TextSize } from "./rows";
import { compareWords, similarity, wordsOf } from "./words";

/** Lines with a lower similarity than this (0 to 1) are shown as a removed and an added line. */
const MIN_SIMILARITY = 0.4;

/**
 * If all pairs of lines have more words in total than this, a line is only compared with the line at the same
 * position.
 */
const MAX_PAIRED_WORDS = 1_000_000;

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
  const [left, right] = [before.map(plain), after.map(plain)];
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...commonPairs(before, after), [before.length, after.length] as Pair]) {
    for (const row of rowsBetween(left.slice(i, a), right.slice(j, b))) rows.push(row);
    if (a < left.length) rows.push({ kind: "same", before: left[a]!, after: right[b]! });
    [i, j] = [a + 1, b + 1];
  }
  return rows;
}

function plain(text: string, index: number): DiffLine {
  return { number: index + 1, spans: text === "" ? [] : [{ text, marked: false }] };
}

function rowsBetween(before: readonly DiffLine[], after: readonly DiffLine[]): DiffRow[] {
  const words = ({ spans }: DiffLine) => wordsOf(spans[0]?.text ?? "");
  const [left, right] = [before.map(words), after.map(words)];
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...similarPairs(left, right), [left.length, right.length] as Pair]) {
    for (const line of before.slice(i, a)) rows.push({ kind: "removed", before: line });
    for (const line of after.slice(j, b)) rows.push({ kind: "added", after: line });
    if (a < left.length) {
      const [removed, added] = compareWords(left[a]!, right[b]!);
      const changed = { before: { ...before[a]!, spans: removed }, after: { ...after[b]!, spans: added } };
      rows.push({ kind: "changed", ...changed });
    }
    [i, j] = [a + 1, b + 1];
  }
  return rows;
}

function similarPairs(left: readonly string[][], right: readonly string[][]): Pair[] {
  const compare = (i: number, j: number) => {
    const found = similarity(left[i]!, right[j]!);
    return found < MIN_SIMILARITY ? 0 : found;
  };
  if (wordsIn(left) * right.length + wordsIn(right) * left.length > MAX_PAIRED_WORDS) {
    const shorter = Math.min(left.length, right.length);
    return Array.from({ length: shorter }, (_, i): Pair => [i, i]).filter(([i, j]) => compare(i, j) > 0);
  }
  return bestPairs(left.length, right.length, compare);
}

function wordsIn(lines: readonly string[][]): number {
  // Comparing a blank line takes time, too, so a blank line counts as one word.
  return lines.reduce((sum, words) => sum + Math.max(words.length, 1), 0);
}

/** Pairs lines in the order of both sides, so that the sum of the similarities is as high as possible. */
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
