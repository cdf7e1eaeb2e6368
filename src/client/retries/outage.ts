import { operations } from "../../api";
import type { Call } from "./call";
import type { OutreachErrorCode } from "../errors/outreach-error";
import type { Failure } from "../errors/failure";
import type { NoRetry } from "./retry";

/** By these a server, or the gateway before it, says that it serves nobody at the moment; 500 may be about one object. */
const UNAVAILABLE: ReadonlySet<number | undefined> = new Set([502, 503, 504]);
const TOO_MANY_REQUESTS = 429;

/**
 * Tells a server that serves nobody from a call that fails. One that accepts connections and answers nothing lets every call wait
 * for as long, so that a run of many would last for hours; one that turns everybody away, or closes every connection, is sent one
 * create after the other, each of which may have been carried out. It takes two calls to tell: another was under way beside the
 * one that failed, or the one before it failed alike, and the server served nobody all the while. For an answer that cannot be read,
 * one call is enough where no call has ever been answered: nothing else has the address in common with the API.
 */
export class Downtime {
  #served = 0;
  #servedAtFailure: number | undefined;

  /** How many answers have shown a server that lets calls through, whatever they said. */
  get served(): number {
    return this.#served;
  }

  noteAnswer(status: number): void {
    if (!UNAVAILABLE.has(status) && status !== TOO_MANY_REQUESTS) this.#served += 1;
  }

  /**
   * The failure to report for a call that ends in one: an outage, where the server serves nobody. A create keeps its own failure: it is
   * sent once, and the look for its object tells more.
   */
  lastFailure(call: Call, failure: Failure, reason: NoRetry): Failure {
    const code = codeWhereDown(call, failure, reason);
    if (code === undefined || this.#served !== call.servedBefore) return failure;
    const isSecond = this.#servedAtFailure === this.#served;
    this.#servedAtFailure = this.#served;
    const isStranger = code === "OUTREACH_UNREADABLE" && this.#served === 0;
    if (!(call.hasCompany || isSecond || isStranger) || keepsItsOwn(call, reason)) return failure;
    return { ...failure, code, summary: `${failure.summary}, and no other call got through meanwhile` };
  }
}

/** A create that may have been carried out. One whose answer cannot be read is no more repeated than one whose answer is lost. */
function keepsItsOwn({ operation, mayHaveLanded }: Call, reason: NoRetry): boolean {
  if (reason !== "permanent") return reason === "may have landed";
  return mayHaveLanded && operations[operation].intent === "create";
}

/** The code of the failure if the server serves nobody; undefined where this failure is no sign of that. */
function codeWhereDown(
  { attempts }: Call,
  { code, status }: Failure,
  reason: NoRetry,
): OutreachErrorCode | undefined {
  if (code === "OUTREACH_TIMEOUT") return "OUTREACH_UNRESPONSIVE";
  // Without a status it was no HTTP.
  if (code === "OUTREACH_RESPONSE") return status === undefined ? "OUTREACH_UNREADABLE" : undefined;
  const isTooLong = reason === "wait too long";
  if (code === "OUTREACH_RATE_LIMITED") return isTooLong ? "OUTREACH_UNAVAILABLE" : undefined;
  // After a single attempt the trouble may be of a moment, unless the server itself asks for a long wait.
  if (attempts === 1 && !isTooLong) return undefined;
  // A tunnel or a forwarded port with nobody at its other end closes every connection.
  if (code === "OUTREACH_CONNECTION") return "OUTREACH_UNRESPONSIVE";
  return code === "OUTREACH_SERVER" && UNAVAILABLE.has(status) ? "OUTREACH_UNAVAILABLE" : undefined;
}
