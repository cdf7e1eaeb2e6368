import type { OperationName } from "../../api";
import type { Failure } from "../errors/failure";
import type { Present } from "../errors/present";

/** One call and the state of its attempts. */
export interface Call {
  readonly operation: OperationName;
  /** The id in the request, if the operation has one. */
  readonly id: string | undefined;
  readonly body: string;
  /** Masks the server's texts. */
  readonly present: Present;
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number;
  /** `servedCount` of the outage detector when the call began. */
  readonly servedBefore: number;
  attempts: number;
  /** Another call was running when the last attempt was sent. */
  wasConcurrent: boolean;
  /** The server may have carried out one of the attempts. */
  ambiguous: boolean;
}

/** The failure of a call that the caller ended between attempts. */
export const CANCELLED: Failure = {
  code: "OUTREACH_CANCELLED",
  summary: "cancelled by the caller",
  transient: false,
  ambiguous: false,
};

/** Reports whether the caller has ended the call. */
export function isAborted({ signal }: Call): boolean {
  return signal?.aborted === true;
}
