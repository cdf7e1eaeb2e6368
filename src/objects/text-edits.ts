import { createHash } from "node:crypto";
import { canonicalText, sameText } from "./text";

/**
 * The edits of one text that were made in Outreach since the provider last wrote the text, or adopted or imported its
 * object. Without edits, the state has the text that was written.
 */
export interface TextHistory {
  /** Digests of the lines that edits have added and removed. A line may be in both lists. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** Set if the lists say nothing: an edit moved lines only, changed many, or followed a write without a result. */
  readonly moved?: true;
  /** Digests of the text of a write whose result no read has shown, and of the text before it. None is an edit. */
  readonly sent?: readonly string[];
}

/** An edited text, and how often another text must have each line, at least and at most, to keep the edits. */
export interface TextEdit {
  readonly found: string;
  /** Null if only the edited text itself keeps the edits. */
  readonly limits: readonly (readonly [line: string, least: number, most: number])[] | null;
}

/** How many lines the history of a text contains: 3.5 kB of private state. */
const MAX_LINES = 500;

/** How many texts a history contains that the server may still show. */
const MAX_SENT = 4;

/** `isOlder`: whether the times of the object show that the read is older than the state. */
export function afterRead(
  history: TextHistory,
  { before, found, isOlder }: { readonly before: string; readonly found: string; readonly isOlder: boolean },
): TextHistory {
  const { sent = [] } = history;
  if (sameText(before, found)) return history;
  if (sent.includes(digest(found))) return { sent };
  // An edit of the sent text shows that the write is done. A later return to that text is an edit, too.
  const isDone = sent.length === 0 || sent.at(-1) === digest(before);
  // Otherwise, it is not known which of the changed lines are from the write.
  const edited = isDone ? withEdit(history, linesIn(before), linesIn(found)) : ({ moved: true } as const);
  // If a later read shows the text of the state again, an older read was outdated, and showed no edit.
  if (isOlder && !hasEdits(history)) return { ...edited, sent: [...sent, digest(before)].slice(-MAX_SENT) };
  return isDone ? edited : { ...edited, sent };
}

export function afterSent(history: TextHistory, before: string, text: string): TextHistory {
  if (sameText(before, text)) return history;
  const digests = (hasEdits(history) ? [text] : [before, text]).map(digest);
  const older = (history.sent ?? []).filter((one) => !digests.includes(one));
  return { ...history, sent: [...older, ...digests].slice(-MAX_SENT) };
}

/** Returns the edits in the text `found`; undefined if the provider wrote or accepted it. */
export function editIn(history: TextHistory, found: string): TextEdit | undefined {
  if (!hasEdits(history)) return undefined;
  const { added = [], removed = [], moved } = history;
  const counts = countsOf(linesIn(found));
  const limits = [...added, ...removed].map((line) => {
    const count = counts.get(line) ?? 0;
    return [line, added.includes(line) ? count : 0, removed.includes(line) ? count : 1e9] as const;
  });
  // A line in both lists may have been moved.
  const isUnclear = moved === true || added.some((line) => removed.includes(line));
  return { found: digest(found), limits: isUnclear ? null : limits };
}

/** Reports whether a planned text has every line that the edits added, and none that they removed. */
export function keepsEdit({ found, limits }: TextEdit, planned: string): boolean {
  if (limits === null || digest(planned) === found) return digest(planned) === found;
  const counts = countsOf(linesIn(planned));
  return limits.every(([line, least, most]) => {
    const count = counts.get(line) ?? 0;
    return least <= count && count <= most;
  });
}

/**
 * Returns the history for the fingerprints of an older version: of the accepted text, and of a text that an edit has
 * taken back. A fingerprint is the digest of a text, and of each of its lines if they are 2,000 at most.
 */
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

/** Returns the history with the lines that an edit has changed, without `sent`. */
function withEdit(history: TextHistory, before: readonly string[], found: readonly string[]): TextHistory {
  const [old, now] = [countsOf(before), countsOf(found)];
  const more = (a: Counts, b: Counts) => [...a.keys()].filter((line) => a.get(line)! > (b.get(line) ?? 0));
  const [gained, lost] = [more(now, old), more(old, now)];
  const added = [...new Set([...(history.added ?? []), ...gained])];
  const removed = [...new Set([...(history.removed ?? []), ...lost])];
  const isUnclear = gained.length + lost.length === 0 || added.length + removed.length > MAX_LINES;
  return history.moved || isUnclear ? { moved: true } : { added, removed };
}

/** The digest of a blank line. A change of the code may add and remove other blank lines than an edit. */
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

/** Returns base64url: 12 bytes for a text, 3 for a line. Two lines have one digest once in 16 million. */
function hashed(text: string, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}
