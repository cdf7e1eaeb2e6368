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
  /** If the wait for a slot is longer (ms), the read before the write is too old. */
  readonly longestMs: number;
  readonly begunAt: number;
  readonly servedBefore: number;
  attempts: number;
  sentAt: number;
  wasConcurrent: boolean;
  ambiguous: boolean;
}

const BASE_MS = 500;
const CAP_MS = 8_000;

/** This many retries after a rate limit wait only for the shared pace. */
const PACED_ATTEMPTS = 2;

export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)));
}

export type NoRetry =
  /** The same request would fail again. */
  | "permanent"
  /** The server may have carried out the create. The caller must look for the object before a retry. */
  | "ambiguous"
  /** The object of a write may change during the wait, so the caller must read it again. */
  | "write"
  /** The server asks for a longer wait than `MAX_RETRY_AFTER_MS`. */
  | "wait too long"
  | "attempts used up";

/** `waitMs` ends when the client retries or, if there is a `reason`, when the caller may retry a write. */
interface Decision {
  readonly waitMs?: number;
  readonly reason?: NoRetry;
}

export const USED_UP: Decision = { reason: "attempts used up" };

export const CANCELLED: Failure = {
  code: "OUTREACH_CANCELLED",
  summary: "cancelled by the caller",
  transient: false,
  ambiguous: false,
};

/** The write was not sent, so that the caller reads the object again. */
export const PAUSED: Failure = {
  code: "OUTREACH_RATE_LIMITED",
  summary: "not sent, because it had to wait for too long",
  transient: true,
  ambiguous: false,
  repeatAfterMs: 0,
};

export function decide(call: ApiCall, failure: Failure, pace: Pace, random: number): Decision {
  const { intent } = operations[call.operation];
  const { attempts, maxRetries } = call;
  if (!failure.transient) return { reason: "permanent" };
  const requestedMs = failure.retryAfterMs ?? 0;
  if (requestedMs > MAX_RETRY_AFTER_MS) return { reason: "wait too long" };
  const isForRate = pace.isForRate(failure);
  const isAmbiguousCreate = intent === "create" && failure.ambiguous;
  // The caller decides about an ambiguous create. If a rate limit refused the create, the limits below apply
  // as well.
  if (isAmbiguousCreate && !isForRate) return { reason: "ambiguous" };
  if (attempts > maxRetries) return USED_UP;
  const isSpaced = isForRate && pace.isLearned && attempts <= PACED_ATTEMPTS;
  // Without jitter, all calls would be retried at the same moment.
  const [backoff, jitter] = isSpaced ? [0, 0] : [backoffMs(attempts, random), Math.round(random * BASE_MS)];
  const waitMs = Math.max(backoff, requestedMs === 0 ? 0 : requestedMs + jitter);
  if (intent === "read") return { waitMs };
  return { reason: isAmbiguousCreate ? "ambiguous" : "write", waitMs };
}

export function noteOn(reason: NoRetry, { retryAfterMs = 0 }: Failure): string | undefined {
  if (reason !== "wait too long") return undefined;
  const [seconds, most] = [Math.ceil(retryAfterMs / 1_000), MAX_RETRY_AFTER_MS / 1_000];
  return `The server asks for a wait of ${seconds} s; this client waits ${most} s at most.`;
}

/** Decides whether a failed call means an outage of the server (docs/design/client.md, "After an outage"). */
export class OutageDetector {
  #served = 0;
  #servedAtFailure: number | undefined;

  /** Counts successes and other responses of a working server (`isServed`). */
  get servedCount(): number {
    return this.#served;
  }

  recordServed(): void {
    this.#served += 1;
  }

  /**
   * Returns the outage to report, or else the call's own failure. An ambiguous create keeps its own failure.
   */
  failureOf(call: ApiCall, failure: Failure, reason: NoRetry): Failure {
    const code = outageCode(call.attempts, failure, reason);
    if (code === undefined || this.#served !== call.servedBefore) return failure;
    const isSecond = call.wasConcurrent || this.#servedAtFailure === this.#served;
    this.#servedAtFailure = this.#served;
    const wasNeverServed = isUnreadable(failure) && this.#served === 0;
    if (!(isSecond || wasNeverServed)) return failure;
    const isCreate = reason === "permanent" && operations[call.operation].intent === "create";
    if (reason === "ambiguous" || (isCreate && call.ambiguous)) return failure;
    return { ...failure, code, summary: `${failure.summary}, and no other call succeeded meanwhile` };
  }
}

function isUnreadable({ code, status }: Failure): boolean {
  return code === "OUTREACH_RESPONSE" && status === undefined;
}

/**
 * A single failed attempt proves no outage, unless the attempt timed out or the server asked for a long wait.
 */
function outageCode(attempts: number, failure: Failure, reason: NoRetry): OutreachErrorCode | undefined {
  const { code, status } = failure;
  const isTooLong = reason === "wait too long";
  // A tunnel without a server closes every connection at once, so a second loss is an outage.
  const isLost = code === "OUTREACH_CONNECTION" && attempts > 1;
  if (isLost || code === "OUTREACH_TIMEOUT" || isUnreadable(failure)) return "OUTREACH_UNRESPONSIVE";
  const isDown = code === "OUTREACH_SERVER" && UNAVAILABLE.has(status) && (isTooLong || attempts > 1);
  return isDown || (isTooLong && code === "OUTREACH_RATE_LIMITED") ? "OUTREACH_UNAVAILABLE" : undefined;
}
