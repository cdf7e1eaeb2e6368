import type { Call, Cancellation, ResourceCall } from "./call";
import type { Provider } from "./definitions";
import { Diagnostics, DiagnosticError } from "./diagnostics";
import type { Logger, Secrets } from "./logger";
import type { PrivateState } from "./private-state";

/** A provider in use: its definition, what the last configure made, and whether Terraform has asked it to stop. */
export class ProviderRuntime<C> {
  readonly definition: Provider<C>;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly #running = new Set<Cancellation>();
  readonly #stop = new AbortController();
  #configured: { readonly provider: C } | undefined;
  #writes = 0;

  constructor(definition: Provider<C>, { log, secrets }: { log: Logger; secrets: Secrets }) {
    this.definition = definition;
    this.log = log;
    this.secrets = secrets;
  }

  /** True while a create, update or delete is under way: the process must not end now. */
  get writing(): boolean {
    return this.#writes > 0;
  }

  get isConfigured(): boolean {
    return this.#configured !== undefined;
  }

  /** What `configure` made. Terraform configures before any call that needs it. */
  get configured(): C {
    if (this.#configured === undefined) {
      throw new DiagnosticError({
        severity: "error",
        summary: "The provider is not configured",
        detail:
          "Terraform called it before configuring it. Please report this with the version of Terraform.",
      });
    }
    return this.#configured.provider;
  }

  /** Replaces what an earlier configure made, and releases that. */
  async configure(make: () => C | Promise<C>): Promise<void> {
    const previous = this.#configured;
    this.#configured = { provider: await make() };
    if (previous !== undefined) await this.definition.close?.(previous.provider);
  }

  /** Aborted when Terraform asks the provider to stop, for what goes on between calls. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends waits and reads; writes under way go on (terraform-protocol.md, section 0, row 2). */
  stop(): void {
    const reason = new Error("Terraform asked the provider to stop");
    this.#stop.abort(reason);
    for (const call of this.#running) call.abort(reason);
  }

  async close(): Promise<void> {
    this.stop();
    const last = this.#configured;
    this.#configured = undefined;
    if (last !== undefined) await this.definition.close?.(last.provider);
  }

  /** Runs a call so that `stop` reaches it. */
  async serve<T>(call: Cancellation, run: () => T | Promise<T>): Promise<T> {
    if (this.stopped.aborted) call.abort(this.stopped.reason as Error);
    this.#running.add(call);
    try {
      return await run();
    } finally {
      this.#running.delete(call);
    }
  }

  /** The context of a hook. */
  call(cancellation: Cancellation): Call {
    return new HookCall(cancellation, new Diagnostics(this), this.log);
  }

  resourceCall(cancellation: Cancellation, privateState: PrivateState): ResourceCall {
    // Not spread: the copy would lack the signal.
    return Object.assign(this.call(cancellation), { private: privateState });
  }

  /** Runs a write so that `writing` tells of it. */
  async write<T>(run: () => Promise<T>): Promise<T> {
    this.#writes += 1;
    try {
      return await run();
    } finally {
      this.#writes -= 1;
    }
  }
}

/** A class, because objects that are each given a getter of their own have nothing in common, to V8. */
class HookCall implements Call {
  readonly #cancellation: Cancellation;

  constructor(
    cancellation: Cancellation,
    readonly diagnostics: Diagnostics,
    readonly log: Logger,
  ) {
    this.#cancellation = cancellation;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }
}
