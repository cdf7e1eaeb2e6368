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
  /** Set if an edit only moved lines, or changed more than `MAX_LINES`: the lists then say nothing. */
  readonly moved?: true;
  /** Digests of the text of a write whose result no read has shown, and of the text before it. None is an edit. */
  readonly sent?: readonly string[];
  /** Digests of the texts before the edits: none has the last edit, whatever its lines are. */
  readonly outdated?: readonly string[];
}

/** An edited text, and how often another text must have each line, at least and at most, to keep the edits. */
export interface TextEdit {
  readonly found: string;
  readonly body: string;
  /** Null if only the edited text itself keeps the edits. */
  readonly limits: readonly (readonly [line: string, least: number, most: number])[] | null;
  /** Digests of texts that are older than the edits. */
  readonly outdated: readonly string[];
}

/** How many lines the history of a text contains: 3.5 kB of private state. */
const MAX_LINES = 500;

/** How many texts a history contains that the server may still show. */
const MAX_SENT = 4;

const MAX_OUTDATED = 16;

/** `isOlder`: whether the times of the object show that the read is older than the state. */
export function afterRead(
  history: TextHistory,
  { before, found, isOlder }: { readonly before: string; readonly found: string; readonly isOlder: boolean },
): TextHistory {
  const { sent = [] } = history;
  if (sameText(before, found)) return history;
  if (sent.includes(digest(found))) return { sent };
  // An edit of the sent text shows that the write is done. A later return to that text is an edit, too.
  const isDone = sent.at(-1) === digest(before);
  const older = isDone ? [digest(before)] : [...sent, digest(before)];
  const edited = withEdit(history, older, linesIn(before), linesIn(found));
  // If a later read shows the text of the state again, an older read was outdated, and showed no edit.
  if (isOlder && !hasEdits(history)) return { ...edited, sent: [...sent, digest(before)].slice(-MAX_SENT) };
  return isDone || sent.length === 0 ? edited : { ...edited, sent };
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
  const { added = [], removed = [], moved, outdated = [] } = history;
  const counts = countsOf(linesIn(found));
  const limits = [...new Set([...added, ...removed])].map((line) => {
    const count = counts.get(line) ?? 0;
    return [line, added.includes(line) ? count : 0, removed.includes(line) ? count : 1e9] as const;
  });
  return { found: digest(found), body: bodyOf(found), limits: moved ? null : limits, outdated };
}

/** Reports whether a planned text has every line that the edits added, and none that they removed. */
export function keepsEdit({ found, body, limits, outdated }: TextEdit, planned: string): boolean {
  if (digest(planned) === found) return true;
  if (limits === null || outdated.includes(digest(planned))) return false;
  // Beside an edit of text, a change of the code may add and remove other blank lines than the edit.
  const ofText = bodyOf(planned) === body ? [] : limits.filter(([line]) => line !== BLANK);
  const counts = countsOf(linesIn(planned));
  return (ofText.length > 0 ? ofText : limits).every(([line, least, most]) => {
    const count = counts.get(line) ?? 0;
    return least <= count && count <= most;
  });
}

const BLANK = "47DE";

function bodyOf(text: string): string {
  const lines = canonicalText(text).split("\n");
  return digest(lines.filter((line) => line !== "").join("\n"));
}

/**
 * Returns the history for the fingerprints of an older version: of the accepted text, and of a text that an edit has
 * taken back. A fingerprint is the digest of a text, and of each of its lines if they are 2,000 at most.
 */
export function historyFrom(fingerprints: readonly string[], text: string): TextHistory {
  const others = fingerprints.filter((one) => one.slice(0, 16) !== digest(text));
  return others.reduce<TextHistory>((history, one) => {
    const lines = one.slice(16).match(/.{4}/g);
    const older = [one.slice(0, 16)];
    return lines === null ? { moved: true } : withEdit(history, older, lines, linesIn(text));
  }, {});
}

function hasEdits({ added, removed, moved }: TextHistory): boolean {
  return (added ?? removed ?? moved) !== undefined;
}

/** Returns the history with the lines that an edit has changed, without `sent`. `older`: texts before it. */
function withEdit(
  history: TextHistory,
  older: readonly string[],
  before: readonly string[],
  found: readonly string[],
): TextHistory {
  const [old, now] = [countsOf(before), countsOf(found)];
  const more = (a: Counts, b: Counts) => [...a.keys()].filter((line) => a.get(line)! > (b.get(line) ?? 0));
  const [gained, lost] = [more(now, old), more(old, now)];
  const union = (...all: readonly (readonly string[] | undefined)[]) => [
    ...new Set(all.flatMap((one) => one ?? [])),
  ];
  const [added, removed] = [union(history.added, gained), union(history.removed, lost)];
  const isUnclear = gained.length + lost.length === 0 || added.length + removed.length > MAX_LINES;
  if (history.moved || isUnclear) return { moved: true };
  return { added, removed, outdated: union(history.outdated, older).slice(-MAX_OUTDATED) };
}

type Counts = ReadonlyMap<string, number>;

function countsOf(lines: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
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
