/** One year. Longer waits are shortened to a year, because no caller waits that long. */
const MAX_READ_WAIT_MS = 366 * 86_400_000;

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/** Returns the wait of a Retry-After header (RFC 9110, 10.2.3) in ms; undefined if it is unreadable. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const waitMs = readWaitMs(header?.trim() ?? "", now);
  return Number.isNaN(waitMs) ? undefined : Math.min(MAX_READ_WAIT_MS, Math.max(0, waitMs));
}

function readWaitMs(value: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  return HTTP_DATE.test(value) ? Date.parse(value) - now : Number.NaN;
}
