import { createHash } from "node:crypto";
import { canonicalText } from "./text";

/**
 * Recognises a text that the provider wrote or accepted: a digest of the whole, and a short digest of each
 * line. The private state of an object contains one for each of its texts.
 */
export type Fingerprint = string;

/** The length of the digest of a whole text (12 bytes), and of that of a line (3 bytes), in base64url. */
const WHOLE = 16;
const LINE = 4;

/** A longer text has only the digest of the whole. */
const MAX_LINES = 2_000;

export function fingerprintOf(text: string): Fingerprint {
  const canonical = canonicalText(text);
  const lines = canonical.split("\n");
  return digest(canonical, WHOLE) + (lines.length <= MAX_LINES ? lines.map(lineDigest).join("") : "");
}

/** Reports whether a text is another one than the accepted text. */
export function isEdited(accepted: Fingerprint, found: string): boolean {
  return accepted.slice(0, WHOLE) !== digest(canonicalText(found), WHOLE);
}

/**
 * Reports whether a planned text keeps an edit, as it does after a pull: it contains every line that the edit
 * added, and none that the edit removed. If the edit only moved lines, the planned text must be the edited
 * one.
 */
export function keepsEdit(accepted: Fingerprint, found: string, planned: string): boolean {
  return canonicalText(found) === canonicalText(planned) || keepsLines(accepted, linesIn(found), planned);
}

/** As `keepsEdit`, for an edited text of which only the fingerprint is known. */
export function keepsKnownEdit(accepted: Fingerprint, found: Fingerprint, planned: string): boolean {
  return !isEdited(found, planned) || keepsLines(accepted, linesOf(found), planned);
}

function keepsLines(accepted: Fingerprint, found: readonly string[], planned: string): boolean {
  const counts = [linesOf(accepted), found, linesIn(planned)].map(countsOf) as [Counts, Counts, Counts];
  const [before, edited, after] = counts;
  const all = new Set([...before.keys(), ...edited.keys()]);
  const changed = [...all].filter((line) => countIn(before, line) !== countIn(edited, line));
  return (
    changed.length > 0 &&
    changed.every((line) =>
      countIn(edited, line) > countIn(before, line)
        ? countIn(after, line) >= countIn(edited, line)
        : countIn(after, line) <= countIn(edited, line),
    )
  );
}

type Counts = ReadonlyMap<string, number>;

function countsOf(lines: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, countIn(counts, line) + 1);
  return counts;
}

function countIn(counts: Counts, line: string): number {
  return counts.get(line) ?? 0;
}

function linesIn(text: string): string[] {
  return canonicalText(text).split("\n").map(lineDigest);
}

function linesOf(accepted: Fingerprint): readonly string[] {
  return accepted.slice(WHOLE).match(/.{4}/g) ?? [];
}

function lineDigest(line: string): string {
  return digest(line, LINE);
}

function digest(text: string, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}
