import { commonPairs } from "./common";
import type { DiffSpan } from "./rows";

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;

/**
 * Characters that continue a grapheme cluster (Unicode Standard Annex 29): marks, joiners, skin tones and
 * tags.
 */
const CONTINUES = String.raw`\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u{200D}\u{0E33}\u{0EB3}`;

const EMOJI = String.raw`\p{RI}{2}[${CONTINUES}]*|\p{ExtPict}[${CONTINUES}]*(?:(?<=\u{200D})\p{ExtPict}[${CONTINUES}]*)*`;

/**
 * Matches one word. A placeholder such as `{first_name}` is one word with its braces. No word ends within a
 * grapheme cluster. Intl.Segmenter would take half a second for 16,000 characters.
 */
const WORD = new RegExp(
  [
    String.raw`\{[\p{L}\p{N}_.\-]+\}[${CONTINUES}]*`,
    EMOJI,
    String.raw`[${UNSPACED}][${CONTINUES}]*`,
    String.raw`[[\p{L}\p{N}_]--[${UNSPACED}]][[\p{L}\p{N}_${CONTINUES}]--[${UNSPACED}]]*`,
    String.raw`\s+[${CONTINUES}]*`,
    String.raw`.[${CONTINUES}]*`,
  ].join("|"),
  "gsv",
);

export function wordsOf(line: string): string[] {
  return line.match(WORD) ?? [];
}

/** Returns 0 for lines without common words, 1 for lines with the same words in any order. */
export function similarity(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  let [total, common] = [0, 0];
  for (const word of before.filter(isSubstantial)) {
    left.set(word, (left.get(word) ?? 0) + 1);
    total += weightOf(word);
  }
  for (const word of after.filter(isSubstantial)) {
    total += weightOf(word);
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 2 * weightOf(word);
  }
  return total === 0 ? 0 : common / total;
}

function weightOf(word: string): number {
  return Math.min(word.length, 6);
}

function isSubstantial(word: string): boolean {
  return word.trim() !== "";
}

/**
 * If two lines have more removed and added words than this, only their common start and end stay unmarked.
 */
const MAX_EDITS = 400;

export function compareWords(before: readonly string[], after: readonly string[]): [DiffSpan[], DiffSpan[]] {
  const pairs = commonPairs(before, after, MAX_EDITS);
  return [spans(before, new Set(pairs.map(([i]) => i))), spans(after, new Set(pairs.map(([, j]) => j)))];
}

function spans(words: readonly string[], common: ReadonlySet<number>): DiffSpan[] {
  const marks = words.map((_, i) => !common.has(i));
  const joined: DiffSpan[] = [];
  words.forEach((text, i) => {
    // Readers see two marked words and the blank between them as one change, so the blank is marked, too.
    const marked = marks[i]! || (text.trim() === "" && marks[i - 1] === true && marks[i + 1] === true);
    appendSpan(joined, { text, marked });
  });
  return joined;
}

function appendSpan(spans: DiffSpan[], { text, marked }: DiffSpan): void {
  const last = spans.at(-1);
  if (last?.marked === marked) spans[spans.length - 1] = { text: last.text + text, marked };
  else spans.push({ text, marked });
}
