/** Servers are assumed to count requests by the second. Even spacing suits other periods, too. */
export const PERIOD_MS = 1_000;
/** Requests start at this fraction of the limit, because they do not arrive exactly as evenly as they start. */
const RATE_FRACTION = 0.95;
/** Fewer accepted requests say little about the limit. */
const MIN_GUESS = 5;
/** The first refusal below the known limit lowers it to this fraction, each further one in a row by more. */
const CORRECTION = 0.92;
/** A limit that has grown by less may be the old one, measured inexactly. */
const INEXACT = 1.1;
/** How long the rate stays after a refusal, from the first guess to a limit that was confirmed repeatedly. */
const MIN_HOLD_MS = 2_000;
const CONFIRMED_HOLD_MS = 20_000;
const MAX_HOLD_MS = 60_000;
/** After the hold, the rate grows by the factor 2 in this time, and by 16 in twice this time. */
const MIN_DOUBLING_MS = 2_000;
const MAX_DOUBLING_MS = 6_000;
/** An interval shorter than this becomes zero. */
const MIN_INTERVAL_MS = 1;

/** A request that the server refused for the rate. All times are in ms of the client's clock. */
interface Refused {
  readonly sentAt: number;
  /** When the response arrived. */
  readonly at: number;
}

/** The limit of the server, as one refusal has shown it, or several in a row. */
export class RateLimit {
  readonly #refused: Refused;
  /** The bounds of the estimate, in requests per second. */
  readonly #least: number;
  readonly #most: number;
  /** How many successive refusals have shown that an earlier estimate was too high. */
  readonly #corrections: number;
  /** Requests that the server accepted in the second before the refusal. Late responses are added. */
  #accepted: number;
  /** Requests that the server accepted although they were sent after the refused one. */
  #late = 0;
  #holdMs: number;
  #heldUntil: number;

  /** Estimates the limit. `acceptedAt` are the arrivals of the responses to accepted requests. */
  constructor(refused: Refused, acceptedAt: readonly number[], before?: RateLimit) {
    const { at: now } = refused;
    this.#refused = refused;
    this.#accepted = countSince(acceptedAt, now - PERIOD_MS);
    this.#least = before === undefined ? MIN_GUESS : 1;
    this.#corrections = before?.isHeld(now) === true ? before.#corrections + 1 : 0;
    this.#most = before === undefined ? Infinity : this.#mostAfter(before, acceptedAt);
    this.#holdMs = before === undefined ? MIN_HOLD_MS : this.#holdAfter(before);
    this.#heldUntil = now + this.#holdMs;
  }

  /** The requests per second that the server accepts. */
  get perSecond(): number {
    const { sentAt, at } = this.#refused;
    // The server may have accepted the late requests before or after the refused one.
    const withLate = (this.#accepted + this.#late) / (1 + (at - sentAt) / PERIOD_MS);
    return Math.min(this.#most, Math.max(this.#least, this.#accepted, withLate));
  }

  /** Reports whether requests start below the limit. After that, the rate grows until the next refusal. */
  isHeld(now: number): boolean {
    return now < this.#heldUntil;
  }

  recordAccepted(sentAt: number): void {
    if (sentAt <= this.#refused.sentAt) this.#accepted += 1;
    else if (sentAt <= this.#refused.at) this.#late += 1;
  }

  /** Holds the rate from `start`, the next start of a request. `isConfirmed` is true for more than one refusal. */
  hold(start: number, isConfirmed: boolean): void {
    if (isConfirmed && this.#corrections === 0) this.#holdMs = Math.max(this.#holdMs, CONFIRMED_HOLD_MS);
    this.#heldUntil = start + this.#holdMs;
  }

  /** Returns the time between two starts. */
  intervalMs(now: number): number {
    const doublingMs = Math.min(MAX_DOUBLING_MS, Math.max(MIN_DOUBLING_MS, this.#holdMs / 2));
    // The growth begins slowly, so that the next refusal shows the limit precisely.
    const growth = 2 ** ((Math.max(0, now - this.#heldUntil) / doublingMs) ** 2);
    const ms = 1_000 / (RATE_FRACTION * this.perSecond * growth);
    return ms < MIN_INTERVAL_MS ? 0 : ms;
  }

  #mostAfter(before: RateLimit, acceptedAt: readonly number[]): number {
    if (this.#corrections > 0) return before.perSecond * CORRECTION ** this.#corrections;
    // A server that saves up unused requests accepts more of them in the first second than in later ones.
    const seconds = (this.#refused.at - before.#heldUntil) / PERIOD_MS;
    return Math.max(before.perSecond, countSince(acceptedAt, before.#heldUntil) / (1 + seconds));
  }

  /** Returns the hold: longer each time that a refusal confirms the limit, short if the limit has changed. */
  #holdAfter(before: RateLimit): number {
    if (this.#corrections > 0) return Math.max(MIN_HOLD_MS, before.#holdMs / 2);
    const isChanged = this.#most > INEXACT * before.perSecond || this.#accepted < before.perSecond / 2;
    return isChanged ? MIN_HOLD_MS : Math.min(MAX_HOLD_MS, 2 * before.#holdMs);
  }
}

function countSince(times: readonly number[], since: number): number {
  return times.filter((at) => at > since).length;
}
