import type { Dispatcher } from "undici";
import type { OperationName } from "../api";
import { parseBaseUrl, proxyCredentials } from "./connection/address";
import { OutreachError, type OutreachErrorCode } from "./errors/outreach-error";
import { systemClock, type Clock } from "./retries/clock";
import type { NoRetry } from "./retries/retry";

/** 10 requests are for Terraform's own calls, and 70 for prefetches. */
export const DEFAULT_CONCURRENT_REQUESTS = 80;

export interface ClientOptions {
  /** The address of the API. May have a path prefix and a trailing slash. */
  readonly baseUrl: string;
  readonly userId: string;
  readonly workspaceId: string;
  /** If the token is absent or empty, no Authorization header is sent. */
  readonly authorizationToken?: string | undefined;
  /** Time limit of one request in seconds, from connecting to the last byte; at most a day. @default 60 */
  readonly requestTimeout?: number | undefined;
  /** Largest number of retries of one call, from 0 to 100. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Largest number of concurrent calls, including those that wait for a retry. @default 80 */
  readonly maxConcurrentRequests?: number | undefined;
  /** Largest number of requests per second, evenly spaced, from 0.01 to 100,000. @default no limit */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Replaces the client's own pool and proxy settings. The client does not close this dispatcher. @internal
   */
  readonly dispatcher?: Dispatcher | undefined;
  /** @default "cdktf-outreach" */
  readonly userAgent?: string | undefined;
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** @default the system's clock @internal */
  readonly clock?: Clock | undefined;
}

/** An event for a log. Contains no secrets and no texts of the server. */
export interface ClientEvent {
  /** `retry`: the attempt failed and will be retried. `failed`: the call failed. */
  readonly type: "request" | "response" | "retry" | "failed";
  readonly operation: OperationName;
  /** Number of the attempt within its call, starting at 1. */
  readonly attempt: number;
  readonly status?: number;
  readonly durationMs?: number;
  readonly code?: OutreachErrorCode;
  readonly waitMs?: number;
  readonly reason?: NoRetry;
  readonly ambiguous?: boolean;
}

export interface CallOptions {
  /** Ends waits and reads with `OUTREACH_CANCELLED`. A write that was sent still waits for its response. */
  readonly signal?: AbortSignal | undefined;
  /** Largest number of retries of this call. @default `maxRetries` of the client */
  readonly maxRetries?: number | undefined;
  /** All attempts of a write that the caller retries share one object, which is empty at first. */
  readonly tried?: Tried | undefined;
  /**
   * Set this for a write whose object the caller has just read: the write goes before all waiting calls. If
   * the write must wait too long, the client does not send it, and the error has a `repeatAfterMs` of 0.
   * @default false
   */
  readonly followsLook?: boolean | undefined;
}

export interface Tried {
  attempts?: number;
  ambiguous?: boolean;
  servedBefore?: number;
  /**
   * Limit of the wait for a slot, in ms. The limit doubles with each attempt, so that no write waits forever.
   */
  longestMs?: number;
}

/** @internal */
export interface RawRequest {
  readonly operation: OperationName;
  /**
   * Values by property name. Fields outside the contract are sent unchanged, and may replace the user id and
   * workspace id.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** With false, no Authorization header is sent. @default true */
  readonly authorized?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** @internal */
export type Settings = ReturnType<typeof readOptions>;

/** The error names the option without its value. @throws OutreachError `OUTREACH_INVALID_OPTION` @internal */
export function readOptions(options: ClientOptions) {
  const { userId, workspaceId, dispatcher } = options;
  // A caller without TypeScript may pass null for an option that it does not set.
  const authorizationToken = options.authorizationToken ?? "";
  const requestTimeout = options.requestTimeout ?? 60;
  const maxRetries = options.maxRetries ?? 4;
  const maxConcurrentRequests = options.maxConcurrentRequests ?? DEFAULT_CONCURRENT_REQUESTS;
  const requestsPerSecond = options.requestsPerSecond ?? undefined;
  demand("userId", userId !== "", "must not be empty");
  demand("workspaceId", workspaceId !== "", "must not be empty");
  const isToken = /^[\x21-\x7e]*$/.test(authorizationToken);
  demand("authorizationToken", isToken, "must be printable ASCII without spaces or line breaks");
  // A Node timer of more than 2^31 ms fires at once.
  const isTime = requestTimeout > 0 && requestTimeout <= 86_400;
  demand("requestTimeout", isTime, "must be between 0 and 86400 seconds");
  const isCount = Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= 100;
  demand("maxRetries", isCount, "must be from 0 to 100");
  const isLimit = Number.isInteger(maxConcurrentRequests) && maxConcurrentRequests >= 1;
  demand("maxConcurrentRequests", isLimit, "must be an integer of at least 1");
  const isRate = (requestsPerSecond ?? 1) >= 0.01 && (requestsPerSecond ?? 1) <= 100_000;
  demand("requestsPerSecond", isRate, "must be between 0.01 and 100000");
  const headers: Readonly<Record<string, string>> = {
    "content-type": "application/json",
    accept: "application/json",
    // Responses are short: decompressing takes more time than the smaller transfer saves.
    "accept-encoding": "identity",
    "user-agent": options.userAgent ?? "cdktf-outreach",
    ...(authorizationToken !== "" && { authorization: `Bearer ${authorizationToken}` }),
  };
  return {
    maxRetries,
    maxConcurrentRequests,
    requestsPerSecond,
    baseUrl: parseBaseUrl(options.baseUrl),
    identity: { userId, workspaceId },
    headers,
    // No error may contain these values.
    secrets: [userId, workspaceId, authorizationToken, ...proxyCredentials()],
    requestTimeoutMs: requestTimeout * 1_000,
    dispatcher,
    onEvent: options.onEvent ?? ((_event: ClientEvent) => undefined),
    clock: options.clock ?? systemClock,
  };
}

function demand(option: keyof ClientOptions, holds: boolean, words: string): void {
  if (holds) return;
  throw new OutreachError({ code: "OUTREACH_INVALID_OPTION", message: `The option ${option} ${words}.` });
}
