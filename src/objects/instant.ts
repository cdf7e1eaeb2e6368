/** An ISO 8601 time. The offset from UTC may be missing, and so may everything after the date. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Offsets from UTC are multiples of 15 minutes. Two offsets differ by at most 26 hours. */
const QUARTER_MS = 15 * MINUTE_MS;
const FURTHEST_MS = 26 * 4 * QUARTER_MS;

interface Time {
  /** Milliseconds since 1970, with a fraction. A time without an offset is read as UTC. */
  readonly ms: number;
  /** Milliseconds in one unit of the last digit: 1,000 for a time in whole seconds. */
  readonly precisionMs: number;
  readonly hasOffset: boolean;
}

/**
 * Compares with the coarser precision, because a server may later send only whole seconds. Returns undefined
 * if one text is not a time.
 */
export function isSameInstant(first: string | null, second: string | null): boolean | undefined {
  const [one, other] = [timeOf(first), timeOf(second)];
  if (one === undefined || other === undefined) return undefined;
  const apart = Math.abs(one.ms - other.ms);
  const precisionMs = Math.max(one.precisionMs, other.precisionMs);
  if (apart < precisionMs) return true;
  if (one.hasOffset && other.hasOffset) return false;
  // Two times without offsets may be the same instant if they differ by a multiple of 15 minutes.
  return mayBeOffset(apart, precisionMs);
}

/** Returns true if times that differ by `apart` milliseconds may differ only in their offset from UTC. */
export function mayBeOffset(apart: number, toleranceMs: number): boolean {
  const beyond = apart % QUARTER_MS;
  const isOffset = Math.min(beyond, QUARTER_MS - beyond) < toleranceMs;
  return isOffset && apart < FURTHEST_MS + toleranceMs;
}

/** Compares whole milliseconds. Returns undefined if one text is not a time. */
export function isBefore(first: string | null, second: string | null): boolean | undefined {
  const [one, other] = [timeOf(first), timeOf(second)];
  return one && other && Math.floor(one.ms) < Math.floor(other.ms);
}

/** Returns milliseconds since 1970; NaN unless the text is a time with seconds and an offset. */
export function instantOf(text: string | null): number {
  const time = timeOf(text);
  return time?.hasOffset === true && time.precisionMs <= SECOND_MS ? time.ms : Number.NaN;
}

export function timeOf(text: string | null | undefined): Time | undefined {
  const [, date, clock, seconds, fraction = "", offset] = TIME.exec(text ?? "") ?? [];
  if (date === undefined) return undefined;
  const zone = (offset ?? "Z")
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = "00") => `${hours}:${minutes}`);
  const whole = Date.parse(clock === undefined ? date : `${date}T${clock}:${seconds ?? "00"}${zone}`);
  if (Number.isNaN(whole)) return undefined;
  const ms = whole + Number(`0.${fraction || 0}`) * SECOND_MS;
  return { ms, precisionMs: precisionOf(clock, seconds, fraction), hasOffset: offset !== undefined };
}

function precisionOf(clock: string | undefined, seconds: string | undefined, fraction: string): number {
  if (clock === undefined) return DAY_MS;
  // A number of milliseconds since 1970 can hold microseconds, but nothing smaller.
  return seconds === undefined ? MINUTE_MS : SECOND_MS / 10 ** Math.min(fraction.length, 6);
}
