import type { Readable } from "./found";
import { isBefore, timeOf } from "./instant";

export interface Dates {
  readonly created_at: string | null;
  readonly last_updated_at: string | null;
}

export interface VisibilityWindow {
  /** The server's time, in milliseconds since 1970. */
  readonly now: number;
  readonly timeoutMs: number;
}

/** Returns null if the time of the last write is unknown. `recorded` is the time in the private state. */
export function lastWrite(dates: Dates, recorded: unknown): string | null {
  const shown = dates.last_updated_at ?? dates.created_at;
  if (typeof recorded !== "string") return shown;
  return isBefore(recorded, shown) === true ? shown : recorded;
}

/**
 * The smallest possible age of a write, in milliseconds: a time in whole seconds counts as the end of its
 * second.
 */
function youngestAgeOf(writtenAt: string | null | undefined, now: number): number | undefined {
  const time = timeOf(writtenAt);
  return time && now - time.ms - time.precisionMs;
}

/** Milliseconds for which reads and lists may still lack the write. */
export function leftToShow(
  writtenAt: string | null | undefined,
  { now, timeoutMs }: VisibilityWindow,
): number {
  const age = youngestAgeOf(writtenAt, now) ?? Infinity;
  return age < timeoutMs ? Math.min(timeoutMs - age, timeoutMs) : 0;
}

/** Returns true if a list that began `msAgo` milliseconds ago must show the write. */
export function hadToShow(
  writtenAt: string | null,
  msAgo: number,
  { now, timeoutMs }: VisibilityWindow,
): boolean {
  const age = youngestAgeOf(writtenAt, now);
  return age !== undefined && age - msAgo >= timeoutMs;
}

/** Without times, the content decides whether a read shows the object as it was before its last write. */
export function isStale(
  found: Readable,
  lastUpdatedAt: string | null,
  hasContent: (found: Readable) => boolean,
): boolean {
  return isBefore(found.lastUpdatedAt, lastUpdatedAt) ?? !hasContent(found);
}
