/** First and longest ceiling of a wait: enough for a restart to pass, short beside a person waiting for an apply. */
const BASE_MS = 500;
const CAP_MS = 8_000;

/**
 * Longest wait a server may ask for. Covers a quota that is counted by the minute, with room; a server that asks for
 * more is out of quota, and whoever runs terraform should hear that rather than wait.
 */
export const MAX_RETRY_AFTER_MS = 120_000;

/** A header may name any time; beyond this, one is as good as another. */
const LONGEST_ASKED_MS = 366 * 86_400_000;

/** Wait after failed attempt number `attempt` (from 1): anywhere between 0 and the ceiling, so that clients spread out. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)));
}

/** Spread added to a wait that the server set, so that everybody it turned away does not return at once. */
export function spreadMs(random: number): number {
  return Math.round(random * BASE_MS);
}

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/**
 * Returns the milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or an HTTP date), a year at most;
 * undefined if unreadable.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const asked = askedMs(header?.trim() ?? "", now);
  return Number.isNaN(asked) ? undefined : Math.min(LONGEST_ASKED_MS, Math.max(0, asked));
}

function askedMs(value: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  return HTTP_DATE.test(value) ? Date.parse(value) - now : Number.NaN;
}
