import type { OperationName } from "../api";
import type { OutreachErrorCode } from "./errors/outreach-error";
import type { NoRetry } from "./retries/retry";

interface Common {
  readonly operation: OperationName;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
}

/** What the client does, for a log. No event holds a secret or a text of the server. */
export type ClientEvent =
  | (Common & { readonly type: "request" })
  | (Common & { readonly type: "response"; readonly status: number; readonly durationMs: number })
  | (Common & {
      /** The attempt failed and another one follows after the wait. */
      readonly type: "retry";
      readonly code: OutreachErrorCode;
      readonly status?: number;
      readonly waitMs: number;
    })
  | (Common & {
      /** The call failed. */
      readonly type: "failed";
      readonly code: OutreachErrorCode;
      readonly status?: number;
      readonly reason: NoRetry;
      readonly ambiguous: boolean;
    });
