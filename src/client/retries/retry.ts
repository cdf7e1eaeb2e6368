import { operations, type OperationName } from "../../api";
import type { Failure, OutreachErrorCode } from "../errors/outreach-error";
import type { RedactLine } from "../errors/redact-line";
import { MAX_RETRY_AFTER_MS, UNAVAILABLE, type Pace } from "./pace";

export interface ApiCall {
  readonly operation: OperationName;
  readonly id: string | undefined;
  readonly body: string;
  readonly redact: RedactLine;
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number;
  readonly followsLook: boolean;
  /** The longest wait for a slot after which a write still follows its look, in ms. */
  readonly longestMs: number;
  /** When the call began, in ms of the clock. */
  readonly begunAt: number;
  /** The `servedCount` of the outage detector at the start of the call. */
  readonly servedBefore: number;
  attempts: number;
  sentAt: number;
  wasConcurrent: boolean;
  ambiguous: boolean;
}

/** The first wait is at most `BASE_MS`, every wait at most `CAP_MS`. A server can restart in that time. */
const BASE_MS = 500;
const CAP_MS = 8_000;

/**
 * The next attempt after these waits for the pace of all calls, without backoff or jitter. A call that is refused
 * more often waits for itself, too, so that its attempts do not end within one second.
 */
const PACED_ATTEMPTS = 2;

/** Returns a random wait in ms after the failed attempt `attempt` (from 1), below a limit that doubles. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)));
}

/** Why a failed call is not retried. */
export type NoRetry =
  /** The same request would fail in the same way. */
  | "permanent"
  /** The server may have carried out the create. The caller must look for the object before a retry. */
  | "ambiguous"
  /** The call is a write. Its object may change during the wait, so the caller must look at it before a retry. */
  | "write"
  /** The server asks for a longer wait than `MAX_RETRY_AFTER_MS`. */
  | "wait too long"
  | "attempts used up"
  /** Too many calls of this client fail; see `RetryBudget`. */
  | "budget used up";

/**
 * Without a `reason`, the client retries the call after `waitMs` milliseconds. With a `reason`, the client does not
 * retry; `waitMs` is then the wait before the caller may retry a write.
 */
interface Decision {
  readonly waitMs?: number;
  readonly reason?: NoRetry;
}

/** The failure of a call that the caller ended between attempts. */
export const CANCELLED: Failure = {
  code: "OUTREACH_CANCELLED",
  summary: "cancelled by the caller",
  transient: false,
  ambiguous: false,
};

/** The failure of a write that was not sent, so that the caller looks again at the object. */
export const PAUSED: Failure = {
  code: "OUTREACH_RATE_LIMITED",
  summary: "not sent, because it had to wait for too long",
  transient: true,
  ambiguous: false,
  repeatAfterMs: 0,
};

/** The retries that all calls of a client share. Once they are used up, a call gets only one attempt. */
export class RetryBudget {
  #left: number;
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#left = capacity;
  }

  tryTake(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Gives back the retries that a successful call took, and one more. */
  refund(taken: number): void {
    this.#left = Math.min(this.#capacity, this.#left + taken + 1);
  }
}

/** Returns what follows a failed attempt, as long as the budget lasts. The client retries only reads. */
export function decide(call: ApiCall, failure: Failure, pace: Pace, random: number): Decision {
  const { intent } = operations[call.operation];
  const { attempts, maxRetries } = call;
  if (!failure.transient) return { reason: "permanent" };
  const requestedMs = failure.retryAfterMs ?? 0;
  if (requestedMs > MAX_RETRY_AFTER_MS) return { reason: "wait too long" };
  const isForRate = pace.isForRate(failure);
  const isAmbiguousCreate = intent === "create" && failure.ambiguous;
  // The caller decides whether to retry an ambiguous create. After a refusal for the rate, the usual limits
  // also apply.
  if (isAmbiguousCreate && !isForRate) return { reason: "ambiguous" };
  if (attempts > maxRetries) return { reason: "attempts used up" };
  const isSpaced = isForRate && pace.isLearned && attempts <= PACED_ATTEMPTS;
  // With jitter after a Retry-After, calls are not all retried at one moment.
  const [backoff, jitter] = isSpaced ? [0, 0] : [backoffMs(attempts, random), Math.round(random * BASE_MS)];
  const waitMs = Math.max(backoff, requestedMs === 0 ? 0 : requestedMs + jitter);
  if (intent === "read") return { waitMs };
  return { reason: isAmbiguousCreate ? "ambiguous" : "write", waitMs };
}

export function noteOn(reason: NoRetry, { retryAfterMs = 0 }: Failure): string | undefined {
  if (reason === "budget used up") return "Not retried, because too many calls to this server fail.";
  if (reason !== "wait too long") return undefined;
  const [seconds, most] = [Math.ceil(retryAfterMs / 1_000), MAX_RETRY_AFTER_MS / 1_000];
  return `The server asks for a wait of ${seconds} s; this client waits ${most} s at most.`;
}

/** Decides whether a failed call means an outage of the server (docs/design/client.md, "After an outage"). */
export class OutageDetector {
  #served = 0;
  #servedAtFailure: number | undefined;

  /** Number of responses that show a working server: successes, and the failures of `isServed`. */
  get servedCount(): number {
    return this.#served;
  }

  recordServed(): void {
    this.#served += 1;
  }

  /** Returns the failure to report: an outage or, always for an ambiguous create, the call's own failure. */
  failureOf(call: ApiCall, failure: Failure, reason: NoRetry): Failure {
    const code = outageCode(call, failure, reason);
    if (code === undefined || this.#served !== call.servedBefore) return failure;
    const isSecond = this.#servedAtFailure === this.#served;
    this.#servedAtFailure = this.#served;
    const wasNeverServed = code === "OUTREACH_UNREADABLE" && this.#served === 0;
    if (!(call.wasConcurrent || isSecond || wasNeverServed) || keepsOwnFailure(call, reason)) return failure;
    return { ...failure, code, summary: `${failure.summary}, and no other call succeeded meanwhile` };
  }
}

/**
 * Reports whether the call is an ambiguous create. After an unreadable response, the reason is "permanent"
 * for every call, so the operation and the field `ambiguous` decide.
 */
function keepsOwnFailure({ operation, ambiguous }: ApiCall, reason: NoRetry): boolean {
  if (reason !== "permanent") return reason === "ambiguous";
  return ambiguous && operations[operation].intent === "create";
}

function outageCode(
  { attempts }: ApiCall,
  { code, status }: Failure,
  reason: NoRetry,
): OutreachErrorCode | undefined {
  if (code === "OUTREACH_TIMEOUT") return "OUTREACH_UNRESPONSIVE";
  // Without a status, the response was not HTTP.
  if (code === "OUTREACH_RESPONSE") return status === undefined ? "OUTREACH_UNREADABLE" : undefined;
  const isTooLong = reason === "wait too long";
  if (code === "OUTREACH_RATE_LIMITED") return isTooLong ? "OUTREACH_UNAVAILABLE" : undefined;
  // A single failed attempt proves no outage, unless the server asks for a long wait.
  if (attempts === 1 && !isTooLong) return undefined;
  // A tunnel or forwarded port with no server behind it closes every connection.
  if (code === "OUTREACH_CONNECTION") return "OUTREACH_UNRESPONSIVE";
  return code === "OUTREACH_SERVER" && UNAVAILABLE.has(status) ? "OUTREACH_UNAVAILABLE" : undefined;
}
