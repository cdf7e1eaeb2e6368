import type { Intent } from "../../api";
import { backoffMs, MAX_RETRY_AFTER_MS, spreadMs } from "./backoff";
import type { Failure } from "../errors/failure";

/** Why a failed call is not repeated. */
export type NoRetry =
  /** The same request would fail in the same way. */
  | "permanent"
  /** A create that the server may have carried out: a second one could make two objects, so the caller looks first. */
  | "may have landed"
  /** The server asks for a longer wait than this client is willing to make. */
  | "wait too long"
  | "attempts used up"
  /** Too many calls of this client fail at the moment. */
  | "budget used up";

/** A wait beside a reason is one that the caller has to make before it repeats the call itself. */
type Decision =
  { readonly waitMs: number } | { readonly reason: NoRetry; readonly waitMs?: number | undefined };

/**
 * Repeats that all calls of a client share. A repeat takes one; a call that succeeds gives back what it took and one
 * more. So calls that end well are never refused, while a host that is down soon gets one attempt per call, not five.
 */
export class RetryBudget {
  #left: number;
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#left = capacity;
  }

  take(): boolean {
    if (this.#left === 0) {
      return false;
    }
    this.#left -= 1;
    return true;
  }

  giveBack(taken: number): void {
    this.#left = Math.min(this.#capacity, this.#left + taken + 1);
  }
}

interface Attempt {
  readonly intent: Intent;
  readonly failure: Failure;
  /** Attempts made so far, this one included. */
  readonly attempt: number;
  readonly maxRetries: number;
  readonly budget: RetryBudget;
  /** From 0 up to 1. */
  readonly random: number;
}

/** What follows a failed attempt. The intent decides, never the HTTP verb: every operation is a POST. */
export function decide({ intent, failure, attempt, maxRetries, budget, random }: Attempt): Decision {
  if (!failure.transient) {
    return { reason: "permanent" };
  }
  const asked = failure.retryAfterMs ?? 0;
  if (asked > MAX_RETRY_AFTER_MS) {
    return { reason: "wait too long" };
  }
  const isUnclear = intent === "create" && failure.mayHaveLanded;
  // How often a lost create is repeated is the caller's to decide; one that was turned away is repeated like any other call.
  if (isUnclear && failure.code !== "OUTREACH_RATE_LIMITED") {
    return { reason: "may have landed" };
  }
  if (attempt > maxRetries) {
    return { reason: "attempts used up" };
  }
  if (!budget.take()) {
    return { reason: "budget used up" };
  }
  const waitMs = Math.max(backoffMs(attempt, random), asked === 0 ? 0 : asked + spreadMs(random));
  return isUnclear ? { reason: "may have landed", waitMs } : { waitMs };
}

/** The reason as a sentence for the error message; undefined where the failure says it all. */
export function noteOn(reason: NoRetry, failure: Failure): string | undefined {
  switch (reason) {
    case "wait too long": {
      const seconds = Math.ceil((failure.retryAfterMs ?? 0) / 1_000);
      return `It asks for a wait of ${seconds} s; this client waits ${MAX_RETRY_AFTER_MS / 1_000} s at most.`;
    }
    case "budget used up":
      return "Not repeated, because too many calls to this server are failing.";
    case "permanent":
    case "may have landed":
    case "attempts used up":
      return undefined;
  }
}

/**
 * True where the failure of a call's latest attempt says that all of them come too fast. Retry-After spares its own call alone: one that
 * waited as it was told, and is turned away again, met others that did. So do 503s, by which nginx limits rates unless it is
 * told otherwise; a single one may be of a moment.
 */
export function isPaceTooFast({ code, status, retryAfterMs }: Failure, attempt: number): boolean {
  if (code === "OUTREACH_RATE_LIMITED") return retryAfterMs === undefined || attempt > 1;
  return status === 503 && attempt > 1;
}
