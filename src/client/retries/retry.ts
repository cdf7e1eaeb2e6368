import type { Intent } from "../../api";
import type { Failure } from "../errors/failure";

/** The first wait is at most `BASE_MS`, every wait at most `CAP_MS`. A server can restart in that time. */
const BASE_MS = 500;
const CAP_MS = 8_000;

/**
 * The next attempt after these waits for the pace of all calls, without backoff or jitter. A call that is refused
 * more often waits for itself, too, so that its attempts do not end within one second.
 */
const PACED_ATTEMPTS = 2;

/** Longest wait that a Retry-After may ask for. It covers a quota per minute. A longer wait is an error. */
export const MAX_RETRY_AFTER_MS = 120_000;

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
 * What follows a failed attempt. Without a `reason`, the client retries the call after `waitMs` milliseconds.
 * With a `reason`, the client does not retry; `waitMs` is then the wait before the caller may retry a write.
 */
type Decision =
  | { readonly waitMs: number }
  | { readonly reason: NoRetry; readonly waitMs?: number | undefined };

/** The retries that all calls of a client share. Once they are used up, a call gets only one attempt. */
export class RetryBudget {
  #left: number;
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#left = capacity;
  }

  /** Takes a retry if one is left, and reports whether it did. */
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

interface Attempt {
  readonly intent: Intent;
  readonly failure: Failure;
  /** Number of attempts so far, including the failed one. */
  readonly attempt: number;
  readonly maxRetries: number;
  readonly budget: RetryBudget;
  /** True if the server refused the attempt for the rate, by a 429 or 503. */
  readonly isForRate: boolean;
  /** True after such a refusal, if the client knows which rate the server accepts. */
  readonly isPaced: boolean;
  /** From 0 up to 1. */
  readonly random: number;
}

/** Returns what follows a failed attempt. The client retries only reads. */
export function decide(failed: Attempt): Decision {
  const { intent, failure, attempt, maxRetries, budget, random, isForRate, isPaced } = failed;
  if (!failure.transient) return { reason: "permanent" };
  const requestedMs = failure.retryAfterMs ?? 0;
  if (requestedMs > MAX_RETRY_AFTER_MS) return { reason: "wait too long" };
  const isAmbiguousCreate = intent === "create" && failure.ambiguous;
  // The caller decides whether to retry an ambiguous create. After a refusal for the rate, the usual limits
  // also apply.
  if (isAmbiguousCreate && !isForRate) return { reason: "ambiguous" };
  if (attempt > maxRetries) return { reason: "attempts used up" };
  if (!budget.tryTake()) return { reason: "budget used up" };
  const isSpaced = isPaced && attempt <= PACED_ATTEMPTS;
  // With jitter after a Retry-After, calls are not all retried at one moment.
  const [backoff, jitter] = isSpaced ? [0, 0] : [backoffMs(attempt, random), Math.round(random * BASE_MS)];
  const waitMs = Math.max(backoff, requestedMs === 0 ? 0 : requestedMs + jitter);
  if (intent === "read") return { waitMs };
  return { reason: isAmbiguousCreate ? "ambiguous" : "write", waitMs };
}

/** Returns the reason as a sentence of the error message; undefined if the failure explains itself. */
export function noteOn(reason: NoRetry, { retryAfterMs = 0 }: Failure): string | undefined {
  if (reason === "budget used up") return "Not retried, because too many calls to this server fail.";
  if (reason !== "wait too long") return undefined;
  const [seconds, most] = [Math.ceil(retryAfterMs / 1_000), MAX_RETRY_AFTER_MS / 1_000];
  return `The server asks for a wait of ${seconds} s; this client waits ${most} s at most.`;
}
