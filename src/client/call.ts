import type { OperationName } from "../api";
import type { Failure } from "./failure";
import type { Refusal } from "./retry";

/** One call on its way through its attempts. */
export interface Call {
  readonly operation: OperationName;
  /** The object that the request names. */
  readonly id: string | undefined;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number;
  /** The answers that the client had got when the call began. */
  readonly answersBefore: number;
  attempts: number;
  /** Some attempt may have been carried out. */
  mayHaveLanded: boolean;
}

/** Ended by the caller before anything was sent. */
export const CANCELLED: Failure = {
  code: "OUTREACH_CANCELLED",
  summary: "cancelled by the caller",
  transient: false,
  mayHaveLanded: false,
};

export function isAborted({ signal }: Call): boolean {
  return signal?.aborted === true;
}

/**
 * What is told of the last attempt of a call, `answers` being those that the client has got by now. A server that accepts
 * connections and answers nothing lets every call wait for as long, so that a run of many would last for hours. A create
 * whose answer is lost is sent once only, and the look behind it may still be answered.
 */
export function lastFailure(
  { answersBefore }: Call,
  failure: Failure,
  refusal: Refusal,
  answers: number,
): Failure {
  const isSilent = failure.code === "OUTREACH_TIMEOUT" && answers === answersBefore;
  if (!isSilent || refusal === "may have landed") return failure;
  const summary = `${failure.summary}, nor to any other call meanwhile`;
  return { ...failure, code: "OUTREACH_UNRESPONSIVE", summary };
}
