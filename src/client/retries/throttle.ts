import type { Failure } from "../errors/failure";
import type { Clock } from "./clock";
import { isServed } from "./outage";
import { Pace } from "./pace";
import { MAX_RETRY_AFTER_MS } from "./retry";
import { UnavailableResponses, type Circumstances } from "./unavailable";

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Fewer refusals may have other causes than a limit of the rate. */
const TELLING_REFUSALS = 5;
/** After the first refusal, the estimate of the limit may still be wrong for this long. */
const ESTIMATE_MS = 1_000;
const ADVISED_FRACTION = 0.95;

/** One request that got a response. */
interface Sent {
  /** In ms of the clock. */
  readonly sentAt: number;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
  readonly isRead: boolean;
}

/** A pace that learns from refusals which rate the server accepts, and keeps the requests below it. */
export class Throttle extends Pace {
  readonly #clock: Clock;
  readonly #unavailable = new UnavailableResponses();
  #refusals = 0;
  #hasRefusedRead = false;
  #isLimitedBy429 = false;
  #firstRefusedAt: number | undefined;

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    super(requestsPerSecond, clock);
    this.#clock = clock;
  }

  /** True if refusals of several calls, or of a read, have shown a limit. A gateway may refuse a single write. */
  get limitsRate(): boolean {
    return this.#hasRefusedRead || this.#refusals >= TELLING_REFUSALS;
  }

  /** Reports whether responses with this status are refusals for the rate. */
  isForRate(status: number | undefined): boolean {
    return status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && this.#unavailable.limitsRate);
  }

  get advisedRate(): number | undefined {
    const { limit } = this;
    const isTold = this.#refusals >= TELLING_REFUSALS;
    if (limit === undefined || !isTold || this.#clock.now() - this.#firstRefusedAt! < ESTIMATE_MS)
      return undefined;
    const rate = ADVISED_FRACTION * limit;
    return rate >= 2 ? Math.floor(rate) : Math.max(0.1, Math.floor(10 * rate) / 10);
  }

  override recordAccepted(sentAt: number): void {
    super.recordAccepted(sentAt);
    this.#unavailable.recordAccepted(this.#clock.now());
  }

  /** Records a failed request. Reports whether the server refused it for the rate. */
  recordFailed(failure: Failure, { sentAt, attempt, isRead }: Sent): boolean {
    if (failure.status !== undefined && isServed(failure.status)) this.recordAccepted(sentAt);
    const now = this.#clock.now();
    const isBelowLimit = this.isBelowLimit(sentAt);
    if (!this.#isForRate(failure.status, { now, attempt, isRead, isBelowLimit })) return false;
    this.#refusals += 1;
    this.#hasRefusedRead ||= isRead;
    this.#firstRefusedAt ??= now;
    const { retryAfterMs = 0 } = failure;
    // After a longer time, the call fails, and no other call should wait for so long.
    this.recordRefused(sentAt, retryAfterMs > MAX_RETRY_AFTER_MS ? 0 : retryAfterMs);
    return true;
  }

  #isForRate(status: number | undefined, circumstances: Circumstances): boolean {
    this.#isLimitedBy429 ||= status === TOO_MANY_REQUESTS;
    if (status === TOO_MANY_REQUESTS) return true;
    if (status !== UNAVAILABLE) return false;
    const cause = this.#unavailable.recordUnavailable(circumstances);
    if (cause === "refuted" && !this.#isLimitedBy429) this.forgetLimit();
    return cause === "rate";
  }
}
