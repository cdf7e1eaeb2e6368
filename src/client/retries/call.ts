import type { OperationName } from "../../api";
import type { Failure } from "../errors/failure";
import type { Present } from "../errors/present";

/** One call on its way through its attempts. */
export interface Call {
  readonly operation: OperationName;
  /** The object that the request names. */
  readonly id: string | undefined;
  readonly body: string;
  /** For what the server says of this call. */
  readonly present: Present;
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number;
  /** The answers of a server that is there (`Downtime`) which the client had got when the call began. */
  readonly servedBefore: number;
  attempts: number;
  /** Others were under way when the last attempt was sent. */
  hasCompany: boolean;
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
