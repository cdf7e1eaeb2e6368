import type { Diagnostics } from "./diagnostics";
import type { Logger } from "./logger";
import type { PrivateState } from "./private-state";

/** The abort signal of one call, and the method that aborts it. */
export interface Cancellation {
  /** Created on first use: calls that never wait do not need one. */
  readonly signal: AbortSignal;
  abort(reason: Error): void;
}

/** The context of a hook. */
export interface HookCall {
  /**
   * Aborted when Terraform stops the provider or cancels this call. Waits and reads must then end; a write in
   * flight finishes and returns its result (terraform-protocol.md, section 0, row 2). The signal is a getter,
   * so a copy made with `{ ...call }` has no signal.
   */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
}

/** The context of a hook for one resource instance. */
export interface ResourceCall extends HookCall {
  /** The private state of the instance. Terraform saves its changes together with the state. */
  readonly private: PrivateState;
}

/** What a hook receives beside states and plans: the result of the provider's `configure`, and a context. */
export interface HookArguments<C> {
  readonly provider: C;
  readonly call: ResourceCall;
}

/** The context of a create or update. */
export interface WriteCall<State> extends ResourceCall {
  /**
   * Records the state of the object so far, with null for values that are still unknown. If the hook fails
   * later, Terraform saves the recorded state, so that an existing object never becomes an orphan.
   */
  record(state: State): void;
}
