import type { Diagnostics } from "./diagnostics";
import type { Logger } from "./logger";
import type { PrivateState } from "./private-state";

/** How Terraform's side of a call ends it. The signal is made when it is first read: calls that never wait do not pay for it. */
export interface Cancellation {
  readonly signal: AbortSignal;
  abort(reason: Error): void;
}

/** What every hook is given beside its own arguments. */
export interface Call {
  /**
   * Aborted when Terraform asks the provider to stop, or waits no longer for this call. It ends waits and reads; a
   * write under way is finished and its result returned (section 0, row 2). A getter: a copy by spreading lacks it.
   */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
}

/** A call about one resource instance. */
export interface ResourceCall extends Call {
  readonly private: PrivateState;
}

/** A call that writes. */
export interface WriteCall<State> extends ResourceCall {
  /**
   * Notes what is certain so far. Should the hook fail later, this is saved, so that an object that exists is never
   * forgotten; null stands for what is not known.
   */
  record(state: State): void;
}
