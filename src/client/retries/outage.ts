import { operations, type OperationName } from "../../api";
import type { OutreachErrorCode } from "../errors/outreach-error";
import type { Failure } from "../errors/failure";
import type { RedactLine } from "../errors/redact-line";
import type { NoRetry } from "./retry";

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
  /** When the last attempt was sent, in ms of the clock. */
  sentAt: number;
  /** True if the last attempt was not sent, because a refusal of another call changed the pace. */
  isHeld: boolean;
  /** True if another call was running when the last attempt was sent. */
  wasConcurrent: boolean;
  /** True if the server may have carried out one of the attempts. */
  ambiguous: boolean;
}

/** Statuses of a server that is unavailable for all calls. A 500 may concern only one object. */
const UNAVAILABLE: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Reports whether a failure shows a server that handles requests. Its response may still be a refusal. */
export function isServed({ code, status }: Pick<Failure, "code" | "status">): boolean {
  return status !== undefined && !UNAVAILABLE.has(status) && code !== "OUTREACH_RATE_LIMITED";
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

/** Returns the code of the outage that may have caused a failure; undefined if no outage may have. */
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
