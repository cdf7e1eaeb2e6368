import { setTimeout } from "node:timers/promises";
import { clusterFields, operations, snippetFields } from "../../api";
import type { Doubt, Fields, OperationName, ResponseOf } from "../../api";
import { allPages, isCancelled, isRateLimited, OutreachError } from "../../client";
import type { OutreachClient, RawRequest, RawResponse } from "../../client";
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

/** Returns the value of a field in a response, as the server sent it; undefined if the response lacks it. */
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
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
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

  /** Throws the reason of an interruption. */
  throwIfEnded(): void {
    this.#signal.throwIfAborted();
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
   * Calls an operation, and returns any response. After a 429, a 5xx or a lost connection, waits and calls
   * again, but never a create. Rejects with an OutreachError if no response comes.
   */
  async call(
    operation: OperationName,
    fields?: JsonObject,
    how?: Pick<RawRequest, "authorized">,
  ): Promise<RawResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const { reply, error } = await this.once(operation, fields, how);
      const isLast = attempt === MAX_ATTEMPTS || operations[operation].intent === "create";
      if (error?.retryable === true && !isLast) await this.waitAfter(error, attempt);
      else if (reply === undefined) throw this.reasonOf(error);
      else return reply;
    }
  }

  /** Returns the reason of an interruption in place of the error of a call that it ended. */
  reasonOf(error: unknown): unknown {
    return isCancelled(error) && this.#signal.aborted ? this.#signal.reason : error;
  }

  /**
   * Calls an operation once. Returns the response if there is one, and the error if it is no success. Rejects
   * only if nothing was sent.
   */
  async once(
    operation: OperationName,
    fields: JsonObject = {},
    how: Pick<RawRequest, "authorized"> = {},
  ): Promise<{ readonly reply?: RawResponse; readonly error?: OutreachError | undefined }> {
    this.#signal.throwIfAborted();
    if (this.calls >= this.#mostCalls) throw new Error(`The probe ended after ${this.calls} calls.`);
    this.calls += 1;
    try {
      const reply = await this.#caller.post({ operation, fields, signal: this.#signal, ...how });
      if (isRateLimited(reply.error)) this.refusals += 1;
      return { reply, error: reply.error };
    } catch (error) {
      if (error instanceof OutreachError) return { error };
      throw error;
    }
  }

  /** Waits after a failed attempt, as long as the server asks for; at most a minute. */
  waitAfter({ retryAfterMs }: OutreachError, attempt: number): Promise<void> {
    return this.pause(Math.min(MAX_WAIT_MS, retryAfterMs ?? 500 * 2 ** attempt));
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
