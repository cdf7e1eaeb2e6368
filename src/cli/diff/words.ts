import { commonPairs } from "./common";
import type { DiffSpan } from "./rows";

/** Scripts that write no spaces between words: each of their characters stands alone. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;

/** A placeholder is one word, so that its braces are not torn off. */
const WORD = new RegExp(
  String.raw`\{[\p{L}\p{N}_.\-]+\}|[${UNSPACED}]\p{M}*|[[\p{L}\p{N}_]--[${UNSPACED}]][[\p{L}\p{M}\p{N}_]--[${UNSPACED}]]*|\s+|.\p{M}*`,
  "gsv",
);

export function wordsOf(line: string): string[] {
  return line.match(WORD) ?? [];
}

/** From 0, nothing in common, to 1: how much of two lines is the same words, whatever their order. */
export function similarity(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  let total = 0;
  for (const word of before.filter(isSubstantial)) {
    left.set(word, (left.get(word) ?? 0) + 1);
    total += weightOf(word);
  }
  let common = 0;
  for (const word of after.filter(isSubstantial)) {
    total += weightOf(word);
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 2 * weightOf(word);
  }
  return total === 0 ? 0 : common / total;
}

/** A long name says hardly more than a word of some length. */
function weightOf(word: string): number {
  return Math.min(word.length, 6);
}

function isSubstantial(word: string): boolean {
  return word.trim() !== "";
}

/** A line that differs more is a new line to a reader. */
const MOST_EDITS = 400;

/** The spans of two lines, with those words marked that the other line has not. */
export function compareWords(before: readonly string[], after: readonly string[]): [DiffSpan[], DiffSpan[]] {
  const pairs = commonPairs(before, after, MOST_EDITS);
  return [spans(before, new Set(pairs.map(([i]) => i))), spans(after, new Set(pairs.map(([, j]) => j)))];
}

function spans(words: readonly string[], common: ReadonlySet<number>): DiffSpan[] {
  const marks = words.map((_, i) => !common.has(i));
  const joined: DiffSpan[] = [];
  words.forEach((text, i) => {
    // A blank between two marked words is part of one change to a reader.
    const marked = marks[i]! || (text.trim() === "" && marks[i - 1] === true && marks[i + 1] === true);
    const last = joined.at(-1);
    if (last?.marked === marked) joined[joined.length - 1] = { text: last.text + text, marked };
    else joined.push({ text, marked });
  });
  return joined;
}
