import type { Diagnostics } from "./diagnostics";
import type { Logger } from "./logger";
import type { PrivateState } from "./private-state";

/** The end of a call from Terraform's side. */
export interface Cancellation {
  /** Created on first use: calls that never wait do not need one. */
  readonly signal: AbortSignal;
  /** Aborts the signal. */
  abort(reason: Error): void;
}

/** The context of a hook. */
export interface Call {
  /**
   * Aborted when Terraform stops the provider or cancels this call. Waits and reads must end then; a write in
   * flight finishes and returns its result (section 0, row 2). The signal is a getter: a spread copy of the
   * call has no signal.
   */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
}

/** The context of a hook for one resource instance. */
export interface ResourceCall extends Call {
  /** Changes are saved with the state. */
  readonly private: PrivateState;
}

/** What a hook receives besides its values: the result of the provider's `configure`, and a context. */
export interface HookArguments<C, K extends Call = ResourceCall> {
  readonly provider: C;
  readonly call: K;
}

/** The context of a create or update. */
export interface WriteCall<State> extends ResourceCall {
  /**
   * Records the state so far, with null for unknown values. Terraform saves it if the hook fails later, so
   * that an existing object never becomes an orphan.
   */
  record(state: State): void;
}
