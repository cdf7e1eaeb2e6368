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

/** Keeps the requests of a client below the rate that the server accepts. */
export class Throttle {
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #unavailable = new UnavailableResponses();
  #refusals = 0;
  #hasRefusedRead = false;
  #isLimitedBy429 = false;
  #firstRefusedAt: number | undefined;

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    this.#clock = clock;
    this.#pace = new Pace(requestsPerSecond, clock);
  }

  /** Starts a request if the pace allows it and no other request waits. Reports whether it did. */
  tryStart(): boolean {
    return this.#pace.tryStart();
  }

  /** Waits until the next request may start, and starts it. Rejects when the signal fires. */
  wait(signal?: AbortSignal): Promise<void> {
    return this.#pace.wait(signal);
  }

  /**
   * Reports whether a request may be sent that was started at `startedAt`: it waited for a connection, and a
   * refusal of another request meanwhile has changed the pace.
   */
  permits(startedAt: number): boolean {
    return this.#pace.permits(startedAt);
  }

  /** True once a refused request waits for the pace of all requests, and not for its own backoff. */
  get isLimited(): boolean {
    return this.#pace.limit !== undefined;
  }

  /** True if refusals of several calls, or of a read, have shown a limit. A gateway may refuse a single write. */
  get limitsRate(): boolean {
    return this.#hasRefusedRead || this.#refusals >= TELLING_REFUSALS;
  }

  /** Reports whether responses with this status are refusals for the rate. */
  isForRate(status: number | undefined): boolean {
    return status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && this.#unavailable.limitsRate);
  }

  /** The `requestsPerSecond` with which the server would refuse none; undefined if no limit has shown. */
  get advisedRate(): number | undefined {
    const { limit } = this.#pace;
    const isTold = this.#refusals >= TELLING_REFUSALS;
    if (limit === undefined || !isTold || this.#clock.now() - this.#firstRefusedAt! < ESTIMATE_MS)
      return undefined;
    const rate = ADVISED_FRACTION * limit;
    return rate >= 2 ? Math.floor(rate) : Math.max(0.1, Math.floor(10 * rate) / 10);
  }

  recordAccepted(sentAt: number): void {
    this.#pace.recordAccepted(sentAt);
    this.#unavailable.recordAccepted(this.#clock.now());
  }

  /** Records a failed request. Reports whether the server refused it for the rate. */
  recordFailed(failure: Failure, { sentAt, attempt, isRead }: Sent): boolean {
    if (failure.status !== undefined && isServed(failure.status)) this.recordAccepted(sentAt);
    const now = this.#clock.now();
    if (
      !this.#isForRate(failure.status, {
        now,
        attempt,
        isRead,
        isBelowLimit: this.#pace.isBelowLimit(sentAt),
      })
    )
      return false;
    this.#refusals += 1;
    this.#hasRefusedRead ||= isRead;
    this.#firstRefusedAt ??= now;
    const { retryAfterMs = 0 } = failure;
    // After a longer time, the call fails, and no other call should wait for so long.
    this.#pace.recordRefused(sentAt, retryAfterMs > MAX_RETRY_AFTER_MS ? 0 : retryAfterMs);
    return true;
  }

  #isForRate(status: number | undefined, circumstances: Circumstances): boolean {
    this.#isLimitedBy429 ||= status === TOO_MANY_REQUESTS;
    if (status === TOO_MANY_REQUESTS) return true;
    if (status !== UNAVAILABLE) return false;
    const { refutations } = this.#unavailable;
    const isForRate = this.#unavailable.recordUnavailable(circumstances);
    if (this.#unavailable.refutations > refutations && !this.#isLimitedBy429) this.#pace.forgetLimit();
    return isForRate;
  }
}
