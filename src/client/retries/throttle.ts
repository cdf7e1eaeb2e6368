import type { Failure } from "../errors/failure";
import type { Clock } from "./clock";
import { isServed } from "./outage";
import { Pace } from "./pace";
import { MAX_RETRY_AFTER_MS } from "./retry";
import { UnavailableResponses, type Circumstances } from "./unavailable";

const UNAVAILABLE = 503;

/** Fewer refusals may have other causes than a limit of the rate. */
const TELLING_REFUSALS = 5;
/** After the first refusal, the estimate of the limit may still be wrong for this long. */
const ESTIMATE_MS = 1_000;
const ADVISED_FRACTION = 0.95;

type Refusal = Pick<Failure, "code" | "status">;

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
  /** True after a refusal that names the rate, as a 429 does. */
  #hasNamedRate = false;
  #firstRefusedAt: number | undefined;

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    super(requestsPerSecond, clock);
    this.#clock = clock;
  }

  /** True if refusals of several calls, or of a read, have shown a limit. A gateway may refuse a single write. */
  get limitsRate(): boolean {
    return this.#hasRefusedRead || this.#refusals >= TELLING_REFUSALS;
  }

  /** Reports whether a failure is a refusal for the rate: it names the rate, or is a 503 of a server that limits it so. */
  isForRate({ code, status }: Refusal): boolean {
    return namesRate(code) || (status === UNAVAILABLE && this.#unavailable.limitsRate);
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
    if (isServed(failure)) this.recordAccepted(sentAt);
    const now = this.#clock.now();
    const isBelowLimit = this.isBelowLimit(sentAt);
    if (!this.#isForRate(failure, { now, attempt, isRead, isBelowLimit })) return false;
    this.#refusals += 1;
    this.#hasRefusedRead ||= isRead;
    this.#firstRefusedAt ??= now;
    const { retryAfterMs = 0 } = failure;
    // After a longer time, the call fails, and no other call should wait for so long.
    this.recordRefused(sentAt, retryAfterMs > MAX_RETRY_AFTER_MS ? 0 : retryAfterMs);
    return true;
  }

  #isForRate({ code, status }: Refusal, circumstances: Circumstances): boolean {
    this.#hasNamedRate ||= namesRate(code);
    if (namesRate(code)) return true;
    if (status !== UNAVAILABLE) return false;
    const cause = this.#unavailable.recordUnavailable(circumstances);
    if (cause === "refuted" && !this.#hasNamedRate) this.forgetLimit();
    return cause === "rate";
  }
}

function namesRate(code: Failure["code"]): boolean {
  return code === "OUTREACH_RATE_LIMITED";
}
