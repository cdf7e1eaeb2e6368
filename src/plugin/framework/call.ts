import type { Diagnostics } from "./diagnostics";
import type { PrivateState } from "./private-state";

/** Where a hook writes what TF_LOG shows. Fields must hold no secret. */
export interface Logger {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

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

/** Knows the provider's secrets and takes them out of whatever leaves the process for a person to read. */
export interface Secrets {
  /** Hides a value from now on. */
  add(secret: string): void;
  /** The text without any secret. */
  text(text: string): string;
}
