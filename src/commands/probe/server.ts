import { setTimeout } from "node:timers/promises";
import { clusterFields, operations, snippetFields } from "../../api";
import type { Doubt, Fields, OperationName, ResponseOf } from "../../api";
import { allPages, isAmbiguous, isCancelled, isRateLimited, OutreachError } from "../../client";
import type { OutreachClient, RawResponse } from "../../client";
import type { Listed } from "../../objects/found";
import type { Kind } from "../../objects/kinds";
import { isObject, type JsonObject } from "../../util/json";

export const API = {
  cluster: {
    create: "CreateCluster",
    get: "GetCluster",
    update: "UpdateCluster",
    remove: "DeleteCluster",
    list: "ListClusters",
    array: operations.ListClusters.response.list,
    fields: clusterFields,
  },
  snippet: {
    create: "CreateSnippet",
    get: "GetSnippet",
    update: "UpdateSnippet",
    remove: "DeleteSnippet",
    list: "ListSnippet",
    array: operations.ListSnippet.response.list,
    fields: snippetFields,
  },
} as const;

export function fieldOf(kind: Kind, { json }: Pick<RawResponse, "json">, property: string): unknown {
  const fields: Fields = API[kind].fields;
  return bodyOf({ json })[fields[property]?.wire ?? property];
}

export function bodyOf({ json }: Pick<RawResponse, "json">): JsonObject {
  return isObject(json) ? json : {};
}

/** The time of a run, which tests replace. In milliseconds. */
export interface Time {
  now(): number;
  /** Rejects when the signal fires. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemTime: Time = {
  now: () => performance.now(),
  pause: async (ms, signal) => {
    await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};

export interface ServerOptions {
  readonly caller: OutreachClient;
  readonly time: Time;
  /** Ends the run, but not its clean-up. */
  readonly signal: AbortSignal;
  /** Largest number of calls before the clean-up. It stops a probe of a server that behaves unexpectedly. */
  readonly mostCalls: number;
}

const MAX_ATTEMPTS = 4;
const MAX_WAIT_MS = 60_000;
/** How long the probe waits until reads and lists show a write, in milliseconds. */
export const MAX_LAG_MS = 30_000;
/** The shortest time between two looks, in milliseconds. */
const STEP_MS = 100;

export class Server {
  /** Milliseconds until reads and lists show a write; 0 until it is measured. */
  lagMs = 0;
  calls = 0;
  /** How many calls the server refused with a 429. */
  refusals = 0;
  /** How many creates got no clear response, so that they may have made an object. */
  unclearCreates = 0;
  readonly hasToken: boolean;
  readonly #caller: OutreachClient;
  readonly #time: Time;
  #signal: AbortSignal;
  #mostCalls: number;

  constructor({ caller, time, signal, mostCalls }: ServerOptions) {
    this.hasToken = caller.hasToken;
    this.#caller = caller;
    this.#time = time;
    this.#signal = signal;
    this.#mostCalls = mostCalls;
  }

  /** From now on, only this signal ends calls and pauses, and any number of calls is allowed. */
  beginCleaning(signal: AbortSignal): void {
    this.#signal = signal;
    this.#mostCalls = Infinity;
  }

  pause(ms: number): Promise<void> {
    return this.#time.pause(ms, this.#signal);
  }

  now(): number {
    return this.#time.now();
  }

  /** Waits until reads and lists show the last write. */
  async settle(): Promise<void> {
    if (this.lagMs > 0) await this.pause(2 * this.lagMs);
  }

  /**
   * Calls an operation, and returns any response. Retries a call after a 429, a 5xx or a lost connection, but a create
   * only after a 429. Rejects with an OutreachError if no response comes.
   */
  async call(operation: OperationName, fields?: JsonObject, authorized?: boolean): Promise<RawResponse> {
    const isCreate = operations[operation].intent === "create";
    for (let attempt = 1; ; attempt += 1) {
      const outcome: RawResponse | { readonly error: unknown } = await this.once(
        operation,
        fields,
        authorized,
      ).catch((error: unknown) => ({ error }));
      const { error } = outcome;
      const mayPass = error instanceof OutreachError && error.retryable;
      if (mayPass && attempt < MAX_ATTEMPTS && (!isCreate || isRateLimited(error)))
        await this.pause(Math.min(MAX_WAIT_MS, error.retryAfterMs ?? 500 * 2 ** attempt));
      else if ("status" in outcome) return outcome;
      else throw error;
    }
  }

  /** Calls an operation once. Rejects with an OutreachError if no response comes. */
  async once(operation: OperationName, fields: JsonObject = {}, authorized = true): Promise<RawResponse> {
    this.#signal.throwIfAborted();
    if (this.calls >= this.#mostCalls) throw new Error(`The probe ended after ${this.calls} calls.`);
    this.calls += 1;
    const signal = this.#signal;
    try {
      const reply = await this.#caller.post({ operation, fields, signal, authorized });
      if (isRateLimited(reply.error)) this.refusals += 1;
      this.#countUnclear(operation, reply.error);
      return reply;
    } catch (error) {
      this.#countUnclear(operation, error);
      throw isCancelled(error) && signal.aborted ? signal.reason : error;
    }
  }

  #countUnclear(operation: OperationName, error: unknown): void {
    if (operations[operation].intent === "create" && isAmbiguous(error)) this.unclearCreates += 1;
  }

  /**
   * Returns all pages of a list, and why it may lack objects, so that it proves no absence. Rejects with an
   * OutreachError if the server refuses it, or if it does not end.
   */
  async list(kind: Kind, fields: JsonObject = {}) {
    const operation = API[kind].list;
    const items: Listed[] = [];
    let doubt: Doubt | undefined;
    const fetchPage = async (page: object) => {
      const { error, value } = await this.call(operation, { ...fields, ...page });
      if (error !== undefined) throw error;
      return value as ResponseOf<"ListSnippet">;
    };
    const onDoubt = (found: Doubt) => (doubt = found);
    for await (const page of allPages(operation, fetchPage, { onDoubt })) items.push(...page);
    return { items, doubt };
  }

  /**
   * Looks until `look` returns something, for 30 s at most. If the lag is known, looks only after it.
   * `elapsedMs` is 0 if the first look showed it.
   */
  async until<T>(look: () => Promise<T | undefined>): Promise<{ found: T; elapsedMs: number } | undefined> {
    const begun = this.now();
    if (this.lagMs > 0) await this.pause(this.lagMs);
    for (let looks = 0; ; looks += 1) {
      const found = await look();
      const elapsedMs = this.now() - begun;
      if (found !== undefined) return { found, elapsedMs: looks === 0 ? 0 : elapsedMs };
      if (elapsedMs > MAX_LAG_MS) return undefined;
      await this.pause(Math.max(STEP_MS, elapsedMs / 10));
    }
  }
}
