import type { Dispatcher } from "undici";
import type { OperationName } from "../api";
import { parseBaseUrl, proxyCredentials } from "./connection/address";
import { OutreachError, type OutreachErrorCode } from "./errors/outreach-error";
import { systemClock, type Clock } from "./retries/clock";
import type { NoRetry } from "./retries/retry";

/** Default of `maxConcurrentRequests`: 10 for Terraform's own calls and 70 for prefetches. */
export const DEFAULT_CONCURRENT_REQUESTS = 80;

/** The options of a client. */
export interface ClientOptions {
  /** `{base_url}` of outreach-api.md, with an optional path prefix and trailing slash. */
  readonly baseUrl: string;
  /** Sent in every body. */
  readonly userId: string;
  /** Sent in every body. */
  readonly workspaceId: string;
  /** Sent as `Authorization: Bearer …` (section 5, rule 6); no header if it is absent or empty. */
  readonly authorizationToken?: string | undefined;
  /** Time limit of one request in seconds, from connection to last byte; at most a day. @default 60 */
  readonly requestTimeout?: number | undefined;
  /** Largest number of retries of one call, from 0 to 100. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Largest number of concurrent calls, including those that wait for a retry. @default 80 */
  readonly maxConcurrentRequests?: number | undefined;
  /** Largest number of requests per second, evenly spaced, from 0.01 to 100,000. @default no limit */
  readonly requestsPerSecond?: number | undefined;
  /** Used in place of the client's own pool and proxy settings. The client does not close it. @internal */
  readonly dispatcher?: Dispatcher | undefined;
  /** @default "cdktf-outreach" */
  readonly userAgent?: string | undefined;
  /** Called for each event. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** @default the system's clock @internal */
  readonly clock?: Clock | undefined;
}

interface Common {
  readonly operation: OperationName;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
}

/** An event for a log. Contains no secret and no text of the server. */
export type ClientEvent =
  | (Common & { readonly type: "request" })
  | (Common & { readonly type: "response"; readonly status: number; readonly durationMs: number })
  | (Common & {
      /** The attempt failed, and a retry follows after the wait. */
      readonly type: "retry";
      readonly code: OutreachErrorCode;
      readonly status?: number;
      readonly waitMs: number;
    })
  | (Common & {
      /** The call failed. */
      readonly type: "failed";
      readonly code: OutreachErrorCode;
      readonly status?: number;
      readonly reason: NoRetry;
      readonly ambiguous: boolean;
    });

/** The options of one call. */
export interface CallOptions {
  /** Ends waits and reads with `OUTREACH_CANCELLED`. A write that was sent still waits for its response. */
  readonly signal?: AbortSignal | undefined;
  /** Largest number of retries of this call. @default the client's option */
  readonly maxRetries?: number | undefined;
  /** For a write that the caller retries: the same object, at first empty, for each attempt. */
  readonly tried?: Tried | undefined;
  /**
   * For a write after a look: lets it go before all waiting calls. Does not send it after a pause of all calls of more
   * than a second, or a long wait for a slot: the error then has a `repeatAfterMs` of 0. @default false
   */
  readonly followsLook?: boolean | undefined;
}

/** The attempts of one write so far. */
export interface Tried {
  attempts?: number;
  /** True if the server may have carried out one of the attempts. */
  ambiguous?: boolean;
  /** The `servedCount` of the outage detector before the first attempt. */
  servedBefore?: number;
  /** How long the last attempt was allowed to wait for a slot, in ms. Doubles, so that no write waits for ever. */
  longestMs?: number;
}

/** A request that need not keep to the contract. @internal */
export interface RawRequest {
  readonly operation: OperationName;
  /** By property name; other names are sent unchanged. They may replace the identity. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** False sends no Authorization header. @default true: sends the token of the options, if there is one */
  readonly authorized?: boolean;
  /** Ends the wait for the request, but not a request that was sent. */
  readonly signal?: AbortSignal | undefined;
}

/** A response as it came, and what the client makes of it. @internal */
export interface RawResponse {
  readonly status: number;
  header(name: string): string | undefined;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  /** The error with which the client's own call would fail or retry; undefined for a success. */
  readonly error: OutreachError | undefined;
  /** The checked values of a success, as `OutreachClient.call` returns them. */
  readonly value: unknown;
  readonly durationMs: number;
}

/** @internal */
export type Settings = ReturnType<typeof readOptions>;

/**
 * Returns the options with defaults. The error names the option and does not repeat its value.
 * @throws OutreachError `OUTREACH_INVALID_OPTION`
 * @internal
 */
export function readOptions(options: ClientOptions) {
  const { userId, workspaceId, dispatcher } = options;
  // A caller without TypeScript may pass null for an option that is not set.
  const authorizationToken = options.authorizationToken ?? "";
  const requestTimeout = options.requestTimeout ?? 60;
  const numbers = {
    maxRetries: options.maxRetries ?? 4,
    maxConcurrentRequests: options.maxConcurrentRequests ?? DEFAULT_CONCURRENT_REQUESTS,
    requestsPerSecond: options.requestsPerSecond ?? undefined,
  };
  checkOptions({ userId, workspaceId, authorizationToken, requestTimeout, ...numbers });
  return {
    ...numbers,
    baseUrl: parseBaseUrl(options.baseUrl),
    identity: { userId, workspaceId },
    headers: headers(authorizationToken, options.userAgent ?? "cdktf-outreach"),
    // No error may contain these values.
    secrets: [userId, workspaceId, authorizationToken, ...proxyCredentials()],
    requestTimeoutMs: requestTimeout * 1_000,
    dispatcher,
    onEvent: options.onEvent ?? ((_event: ClientEvent) => undefined),
    clock: options.clock ?? systemClock,
  };
}

const isNotEmpty = (text: string) => text !== "";
const isCount = (number: number, least: number) => Number.isInteger(number) && number >= least;

/** The rule for each option: the words of the error message, and the check. */
const DEMANDS = {
  userId: ["must not be empty", isNotEmpty],
  workspaceId: ["must not be empty", isNotEmpty],
  authorizationToken: [
    "must be printable ASCII without spaces or line breaks",
    (token: string) => /^[\x21-\x7e]*$/.test(token),
  ],
  // A timer of Node fires at once if its time is longer than 2^31 ms.
  requestTimeout: ["must be between 0 and 86400 seconds", (given: number) => given > 0 && given <= 86_400],
  maxRetries: ["must be from 0 to 100", (given: number) => isCount(given, 0) && given <= 100],
  maxConcurrentRequests: ["must be an integer of at least 1", (given: number) => isCount(given, 1)],
  requestsPerSecond: [
    "must be between 0.01 and 100000",
    (given: number | undefined = 1) => given >= 0.01 && given <= 100_000,
  ],
} as const;

function checkOptions(given: Readonly<Record<keyof typeof DEMANDS, unknown>>): void {
  for (const [option, [demand, holds]] of Object.entries(DEMANDS)) {
    if (holds(given[option as keyof typeof DEMANDS] as never)) continue;
    throw new OutreachError({ code: "OUTREACH_INVALID_OPTION", message: `The option ${option} ${demand}.` });
  }
}

function headers(token: string, userAgent: string): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    accept: "application/json",
    // Responses are short, so decompression would take more time than the smaller transfer saves.
    "accept-encoding": "identity",
    "user-agent": userAgent,
    ...(token !== "" && { authorization: `Bearer ${token}` }),
  };
}
