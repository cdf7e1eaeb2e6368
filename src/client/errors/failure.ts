import type { OperationName } from "../../api";
import { OutreachError, type OutreachErrorDetails } from "./outreach-error";

type Ending = "message" | "operation" | "attempts" | "retryable";

/** The failure of one attempt, before the client decides about a retry. Contains no secret. */
export interface Failure extends Omit<OutreachErrorDetails, Ending> {
  /** What happened. In the message, this text follows the name of the operation. */
  readonly summary: string;
  /** True if the same request may succeed later. */
  readonly transient: boolean;
  /** True if the server may have carried out the request. */
  readonly ambiguous: boolean;
  /** The server's text that the message quotes. */
  readonly quoted?: string | undefined;
}

interface CallEnding {
  readonly operation: OperationName;
  readonly attempts: number;
  /** True if the call is a write and the server may have carried out one of its attempts. */
  readonly ambiguous: boolean;
  /** Why there is no further attempt, as a sentence; undefined if the failure explains itself. */
  readonly note: string | undefined;
}

/** Returns the error of a call whose last failure is `failure`. */
export function toError(failure: Failure, outcome: CallEnding): OutreachError {
  const { summary, quoted, transient: retryable, ...facts } = failure;
  const { operation, attempts, ambiguous, note } = outcome;
  const counted = [
    ...(facts.requestId === undefined ? [] : [`request id ${facts.requestId}`]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  const message = [
    `${operation}: ${summary}`,
    quoted === undefined ? "" : `: "${quoted}"`,
    counted.length === 0 ? "" : ` (${counted.join(", ")})`,
    ".",
    note === undefined ? "" : ` ${note}`,
    ambiguous ? " The server may have carried out the request." : "",
  ].join("");
  return new OutreachError({ ...facts, message, operation, attempts, retryable, ambiguous });
}
