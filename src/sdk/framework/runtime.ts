import type { CallContext } from "../transport/method";
import {
  type DataSource,
  PrivateState,
  type Provider,
  type Resource,
  type ResourceCall,
} from "./definitions";
import { Diagnostics, DiagnosticError, type Logger, type Secrets } from "./diagnostics";

export class ProviderRuntime {
  readonly #running = new Set<CallContext>();
  readonly #stop = new AbortController();
  #configured: { readonly provider: unknown } | undefined;
  #writes = 0;

  constructor(
    readonly definition: Provider<unknown>,
    readonly log: Logger,
    readonly secrets: Secrets,
  ) {}

  get writing(): boolean {
    return this.#writes > 0;
  }

  get isConfigured(): boolean {
    return this.#configured !== undefined;
  }

  /** Throws a DiagnosticError before the first `configure`. */
  get configured(): unknown {
    if (this.#configured === undefined) {
      throw DiagnosticError.of(
        "The provider is not configured",
        "Terraform called the provider before it configured the provider. Please report this, and say which version of " +
          "Terraform you use.",
      );
    }
    return this.#configured.provider;
  }

  resource(type: string): Resource<unknown> {
    return this.definition.resources[type] ?? unknownType("resource type", type);
  }

  dataSource(type: string): DataSource<unknown> {
    return this.definition.dataSources[type] ?? unknownType("data source", type);
  }

  /** When `make` has succeeded, closes the result of the previous `configure`. */
  async configure(make: () => unknown): Promise<void> {
    const previous = this.#configured;
    this.#configured = { provider: await make() };
    if (previous !== undefined) await this.definition.close?.(previous.provider);
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends waits and reads, but not writes that were sent. */
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

  /** Aborts the call if `stop` is called before its end. No stop can arrive during a synchronous call. */
  serve<T>(call: CallContext, run: () => T | Promise<T>): T | Promise<T> {
    if (this.stopped.aborted) call.abort(this.stopped.reason as Error);
    const result = run();
    if (!(result instanceof Promise)) return result;
    this.#running.add(call);
    return result.finally(() => this.#running.delete(call));
  }

  call(context: CallContext, received: Uint8Array = new Uint8Array()): ResourceCall {
    return new ServedCall(context, this, received);
  }

  async write<T>(run: () => Promise<T>): Promise<T> {
    this.#writes += 1;
    try {
      return await run();
    } finally {
      this.#writes -= 1;
    }
  }
}

/** V8 is slow if each object defines its getter separately, so this is a class. */
class ServedCall implements ResourceCall {
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
  readonly private: PrivateState;
  readonly #context: CallContext;

  constructor(context: CallContext, { log, secrets }: ProviderRuntime, received: Uint8Array) {
    this.#context = context;
    this.diagnostics = new Diagnostics(log, secrets);
    this.log = log;
    this.private = new PrivateState(received);
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }
}

function unknownType(what: string, type: string): never {
  throw DiagnosticError.of(
    `This provider has no ${what} ${type}`,
    `Terraform asked for a ${what} that is not in the provider's schema. Run init again.`,
  );
}
