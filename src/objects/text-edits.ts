import { createHash } from "node:crypto";
import { canonicalText, sameText } from "./text";

/** The edits made in Outreach to one text since the provider last wrote or accepted the text. */
export interface TextHistory {
  /** Digests of the lines that edits added and removed. A line may be in both lists. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /**
   * True if the lists cannot describe the edit: it only moved lines, changed many, or followed an ambiguous
   * write.
   */
  readonly moved?: true;
  /**
   * Digests of a sent text and of the text before it, until a read shows the sent text. Neither text counts
   * as an edit.
   */
  readonly sent?: readonly string[];
}

/** A text keeps the edits if it has each line of `limits` between `least` and `most` times. */
export interface TextEdit {
  readonly found: string;
  /** Null if only the edited text itself keeps the edits. */
  readonly limits: readonly (readonly [line: string, least: number, most: number])[] | null;
}

/** Largest number of lines in a history, which then takes 3.5 kB of private state. */
const MAX_LINES = 500;

/** Largest number of sent texts that the server may still show. */
const MAX_SENT = 4;

/** `isOlder` is true if the object's times show that the read is older than the state. */
export function afterRead(
  history: TextHistory,
  { before, found, isOlder }: { readonly before: string; readonly found: string; readonly isOlder: boolean },
): TextHistory {
  const { sent = [] } = history;
  if (sameText(before, found)) return history;
  if (sent.includes(digest(found))) return { sent };
  // An edit of the sent text proves that the write is done. If the text later equals the sent text again,
  // that is also an edit.
  const isDone = sent.length === 0 || sent.at(-1) === digest(before);
  // The last write may not be visible yet, and may have changed some of the lines.
  const edited = isDone ? withEdit(history, linesIn(before), linesIn(found)) : ({ moved: true } as const);
  // An outdated server may have responded. If a later read shows the text of the state again, there was no
  // edit.
  if (isOlder && !hasEdits(history)) return { ...edited, sent: [...sent, digest(before)].slice(-MAX_SENT) };
  return isDone ? edited : { ...edited, sent };
}

export function afterSent(history: TextHistory, before: string, text: string): TextHistory {
  if (sameText(before, text)) return history;
  const digests = (hasEdits(history) ? [text] : [before, text]).map(digest);
  const older = (history.sent ?? []).filter((one) => !digests.includes(one));
  return { ...history, sent: [...older, ...digests].slice(-MAX_SENT) };
}

/** Returns undefined if the provider wrote or accepted the text `found`. */
export function editIn(history: TextHistory, found: string): TextEdit | undefined {
  if (!hasEdits(history)) return undefined;
  const { added = [], removed = [], moved } = history;
  const counts = countsOf(linesIn(found));
  const limits = [...added, ...removed].map((line) => {
    const count = counts.get(line) ?? 0;
    return [line, added.includes(line) ? count : 0, removed.includes(line) ? count : 1e9] as const;
  });
  // If both lists have a line, an edit may have moved the line. So it is unclear how often a text must have
  // the line.
  const isUnclear = moved === true || added.some((line) => removed.includes(line));
  return { found: digest(found), limits: isUnclear ? null : limits };
}

/** The planned text must have all lines that the edits added, and none that the edits removed. */
export function keepsEdit({ found, limits }: TextEdit, planned: string): boolean {
  if (limits === null || digest(planned) === found) return digest(planned) === found;
  const counts = countsOf(linesIn(planned));
  return limits.every(([line, least, most]) => {
    const count = counts.get(line) ?? 0;
    return least <= count && count <= most;
  });
}

/** Older versions stored the digest of a text and, up to 2,000 lines, the digests of its lines. */
export function historyFrom(fingerprints: readonly string[], text: string): TextHistory {
  const others = fingerprints.filter((one) => one.slice(0, 16) !== digest(text));
  return others.reduce<TextHistory>((history, one) => {
    const lines = one.slice(16).match(/.{4}/g);
    return lines === null ? { moved: true } : withEdit(history, lines, linesIn(text));
  }, {});
}

function hasEdits({ added, removed, moved }: TextHistory): boolean {
  return (added ?? removed ?? moved) !== undefined;
}

function withEdit(history: TextHistory, before: readonly string[], found: readonly string[]): TextHistory {
  const [old, now] = [countsOf(before), countsOf(found)];
  const more = (a: Counts, b: Counts) => [...a.keys()].filter((line) => a.get(line)! > (b.get(line) ?? 0));
  const [gained, lost] = [more(now, old), more(old, now)];
  const added = [...new Set([...(history.added ?? []), ...gained])];
  const removed = [...new Set([...(history.removed ?? []), ...lost])];
  const isUnclear = gained.length + lost.length === 0 || added.length + removed.length > MAX_LINES;
  return history.moved || isUnclear ? { moved: true } : { added, removed };
}

/** Digest of a blank line. Blank lines are not compared, because code changes often add and remove some. */
const BLANK = "47DE";

type Counts = ReadonlyMap<string, number>;

function countsOf(lines: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const line of lines) if (line !== BLANK) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function digest(text: string): string {
  return hashed(canonicalText(text), 16);
}

function linesIn(text: string): string[] {
  return canonicalText(text)
    .split("\n")
    .map((line) => hashed(line, 4));
}

/** The chance that two lines have the same 4 characters is one in 16 million. */
function hashed(text: string, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}
