import { clusterFields, operations, snippetFields } from "../../api";
import type { Doubt, Fields, OperationName, ResponseOf } from "../../api";
import { allPages, isAmbiguous, isCancelled, isRateLimited, isRetryable } from "../../client";
import type { Clock, OutreachClient, RawResponse } from "../../client";
import type { Listed } from "../../objects/found";
import type { Kind } from "../../objects/kinds";
import { isObject, type JsonObject } from "../../util/json";

function operationsOf<const N extends "Cluster" | "Snippet">(name: N) {
  const writes = { create: `Create${name}`, update: `Update${name}`, remove: `Delete${name}` } as const;
  return { ...writes, get: `Get${name}` } as const;
}

export const API = {
  cluster: { ...operationsOf("Cluster"), list: "ListClusters", fields: clusterFields },
  snippet: { ...operationsOf("Snippet"), list: "ListSnippet", fields: snippetFields },
} as const;

export function fieldOf(kind: Kind, reply: Pick<RawResponse, "json">, property: string): unknown {
  const fields: Fields = API[kind].fields;
  return bodyOf(reply)[fields[property]?.wire ?? property];
}

export function bodyOf({ json }: Pick<RawResponse, "json">): JsonObject {
  return isObject(json) ? json : {};
}

export interface ServerOptions {
  readonly caller: OutreachClient;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly signal: AbortSignal;
}

const MAX_ATTEMPTS = 4;
const MAX_WAIT_MS = 60_000;
export const MAX_LAG_MS = 30_000;
const STEP_MS = 100;

export class Server {
  /** Milliseconds until reads and lists show a write; 0 until measured. */
  lagMs = 0;
  calls = 0;
  refusals = 0;
  /** Number of ambiguous creates, each of which may have made an object. */
  unclearCreates = 0;
  readonly #caller: OutreachClient;
  readonly #clock: ServerOptions["clock"];
  #signal: AbortSignal;

  constructor({ caller, clock, signal }: ServerOptions) {
    this.#caller = caller;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** From now on, only a second interrupt ends calls and pauses. */
  beginCleaning(): void {
    const [signal, cleaning] = [this.#signal, new AbortController()];
    let isSecond = signal.aborted;
    signal.addEventListener("abort", () => {
      if (isSecond) cleaning.abort(signal.reason);
      isSecond = true;
    });
    this.#signal = cleaning.signal;
  }

  pause(ms: number): Promise<void> {
    return this.#clock.sleep(ms, this.#signal);
  }

  now(): number {
    return this.#clock.now();
  }

  async settle(): Promise<void> {
    if (this.lagMs > 0) await this.pause(2 * this.lagMs);
  }

  /**
   * Retries after a 429, a 5xx or a lost connection. Retries a create only after a 429. Rejects without a
   * response.
   */
  async call(
    operation: OperationName,
    fields: JsonObject = {},
    { authorized = true, attempts = MAX_ATTEMPTS } = {},
  ): Promise<RawResponse> {
    const isCreate = operations[operation].intent === "create";
    for (let attempt = 1; ; attempt += 1) {
      const signal = this.#signal;
      signal.throwIfAborted();
      this.calls += 1;
      const outcome: RawResponse | { readonly error: unknown } = await this.#caller
        .post({ operation, fields, signal, authorized })
        .catch((error: unknown) => ({ error }));
      const { error } = outcome;
      if (isCreate && isAmbiguous(error)) this.unclearCreates += 1;
      if (isRateLimited(error)) this.refusals += 1;
      if (isCancelled(error) && signal.aborted) throw signal.reason;
      if (isRetryable(error) && attempt < attempts && (!isCreate || isRateLimited(error)))
        await this.pause(Math.min(MAX_WAIT_MS, error.retryAfterMs ?? 500 * 2 ** attempt));
      else if ("status" in outcome) return outcome;
      else throw error;
    }
  }

  async list(kind: Kind, fields: JsonObject = {}) {
    const operation = API[kind].list;
    const items: Listed[] = [];
    let doubt: Doubt | undefined;
    const fetchPage = async (page: object) => {
      const { error, value } = await this.call(operation, { ...fields, ...page });
      if (error !== undefined) throw error;
      return value as ResponseOf<"ListSnippet">;
    };
    const pages = allPages(operation, fetchPage, { onDoubt: (found) => (doubt = found) });
    for await (const page of pages) items.push(...page);
    return { items, doubt };
  }

  /** Polls until `look` returns a result, for at most 30 s. If the lag is known, first waits for the lag. */
  async until<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    const begun = this.now();
    if (this.lagMs > 0) await this.pause(this.lagMs);
    for (;;) {
      const found = await look();
      const elapsedMs = this.now() - begun;
      if (found !== undefined || elapsedMs > MAX_LAG_MS) return found;
      await this.pause(Math.max(STEP_MS, elapsedMs / 10));
    }
  }
}
