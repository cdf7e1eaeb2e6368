import type { Call } from "./call";
import type { Failure } from "./failure";
import type { NoRetry } from "./retry";

/**
 * Tells a server that is silent from a slow call. One that accepts connections and answers nothing lets every call wait for
 * as long, so that a run of many would last for hours. It takes two calls to tell: another was under way beside the one
 * that timed out, or the one before it timed out too, and nothing was answered all the while.
 */
export class Silence {
  #answers = 0;
  #answersAtTimeout: number | undefined;

  /** How many answers have come, whatever they say. */
  get answers(): number {
    return this.#answers;
  }

  noteAnswer(): void {
    this.#answers += 1;
  }

  /** The failure to report for the last attempt of a call. A create keeps its own: it is sent once, and the look for its object tells more. */
  lastFailure({ answersBefore, hasCompany }: Call, failure: Failure, reason: NoRetry): Failure {
    if (failure.code !== "OUTREACH_TIMEOUT" || this.#answers !== answersBefore) return failure;
    const isSecond = this.#answersAtTimeout === this.#answers;
    this.#answersAtTimeout = this.#answers;
    if (!(hasCompany || isSecond) || reason === "may have landed") return failure;
    const summary = `${failure.summary}, nor to any other call meanwhile`;
    return { ...failure, code: "OUTREACH_UNRESPONSIVE", summary };
  }
}
