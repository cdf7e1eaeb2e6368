import type { OperationName } from "../../api";
import { OutreachError, type OutreachErrorCode } from "./outreach-error";

/** What went wrong in one attempt, before it is known whether there will be another. Holds no secret. */
export interface Failure {
  readonly code: OutreachErrorCode;
  /** What happened, to be read after "operation: ". */
  readonly summary: string;
  /** The same request may succeed later. */
  readonly transient: boolean;
  /** The server may have carried the request out. */
  readonly mayHaveLanded: boolean;
  readonly status?: number;
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly requestId?: string;
  readonly bodyExcerpt?: string;
  /** What the server says, as the message of the error quotes it. */
  readonly quoted?: string | undefined;
  /** The answer may stand for an object that does not exist: to be confirmed by a list. Default false. */
  readonly mayBeMissing?: boolean;
  /** What the server asks the client to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** See OutreachError. */
  readonly repeatAfterMs?: number | undefined;
  readonly cause?: Error;
}

/** How a call ended without success. */
interface Outcome {
  readonly operation: OperationName;
  readonly attempts: number;
  /** A write of which some attempt may have landed, not only the last. */
  readonly ambiguous: boolean;
  /** Why there is no further attempt, as a sentence of its own. */
  readonly note: string | undefined;
}

/** The error a caller sees for the last failure of a call. */
export function toError(failure: Failure, outcome: Outcome): OutreachError {
  const { operation, attempts, ambiguous } = outcome;
  const message = describe(failure, outcome);
  return new OutreachError({
    ...failure,
    message,
    operation,
    attempts,
    retryable: failure.transient,
    ambiguous,
  });
}

function describe(failure: Failure, { operation, attempts, ambiguous, note }: Outcome): string {
  const facts = [
    ...(failure.requestId === undefined ? [] : [`request id ${failure.requestId}`]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  return [
    `${operation}: ${failure.summary}`,
    failure.quoted === undefined ? "" : `: "${failure.quoted}"`,
    facts.length === 0 ? "" : ` (${facts.join(", ")})`,
    ".",
    note === undefined ? "" : ` ${note}`,
    ambiguous ? " It is not known whether the server carried it out." : "",
  ].join("");
}
