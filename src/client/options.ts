import type { Dispatcher } from "undici";

import { parseBaseUrl, type BaseUrl } from "./connection/base-url";
import { systemClock, type Clock } from "./retries/clock";
import { OutreachError } from "./errors/outreach-error";
import type { ClientEvent } from "./events";
import { proxyCredentials } from "./connection/proxy";

/**
 * Default of the option. Terraform itself asks for ten things at a time; the rest is for what is read before it asks
 * (docs/guides/performance.md).
 */
export const DEFAULT_CONCURRENT_REQUESTS = 80;

export interface ClientOptions {
  /** `{base_url}` of outreach-api.md; a path prefix and a trailing slash are fine. */
  readonly baseUrl: string;
  /** Sent in every body. */
  readonly userId: string;
  /** Sent in every body. */
  readonly workspaceId: string;
  /** Sent as `Authorization: Bearer …`; no such header where it is absent or empty (section 5, rule 6). */
  readonly authorizationToken?: string | undefined;
  /** Seconds for one request from connection to last byte, a day at most; repeats and waits come on top. @default 60 */
  readonly requestTimeout?: number | undefined;
  /** Repeats of one call after its first attempt, from 0 to 100. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Calls at a time; a call that waits for its next attempt counts, so that a server in trouble gets less. @default 80 */
  readonly maxConcurrentRequests?: number | undefined;
  /** Requests per second, evenly spread, from 0.01 to 100,000. @default no limit */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Sends the requests in place of the client's own pool and proxy settings. The client does not close it.
   * @internal
   */
  readonly dispatcher?: Dispatcher | undefined;
  /** @default "cdktf-outreach" */
  readonly userAgent?: string | undefined;
  /** Hears what the client does. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /**
   * @default the system's clock
   * @internal
   */
  readonly clock?: Clock | undefined;
}

export interface Settings {
  readonly baseUrl: BaseUrl;
  /** Identifies the caller in every body (section 5). */
  readonly identity: { readonly userId: string; readonly workspaceId: string };
  readonly headers: Readonly<Record<string, string>>;
  /** What no error may show: the identity, the token, and what proxies are sent. */
  readonly secrets: readonly string[];
  readonly requestTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxConcurrentRequests: number;
  readonly requestsPerSecond: number | undefined;
  /** @internal */
  readonly dispatcher: Dispatcher | undefined;
  readonly onEvent: (event: ClientEvent) => void;
  readonly clock: Clock;
}

/** Checks the options. An OutreachError (`OUTREACH_INVALID_OPTION`) names the option and never repeats its value. */
export function readOptions(options: ClientOptions): Settings {
  const {
    userId,
    workspaceId,
    requestTimeout = 60,
    maxRetries = 4,
    maxConcurrentRequests = DEFAULT_CONCURRENT_REQUESTS,
  } = options;
  const { requestsPerSecond, dispatcher, clock = systemClock, onEvent = () => undefined } = options;
  const token = options.authorizationToken ?? "";
  checkOptions({ ...options, authorizationToken: token, requestTimeout, maxRetries, maxConcurrentRequests });
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    identity: { userId, workspaceId },
    headers: headers(token, options.userAgent ?? "cdktf-outreach"),
    secrets: [userId, workspaceId, token, ...proxyCredentials()],
    requestTimeoutMs: requestTimeout * 1_000,
    maxRetries,
    maxConcurrentRequests,
    requestsPerSecond,
    dispatcher,
    onEvent,
    clock,
  };
}

type Checked =
  "userId" | "workspaceId" | "authorizationToken" | "requestTimeout" | "maxRetries" | "maxConcurrentRequests";

function checkOptions({
  userId,
  workspaceId,
  authorizationToken,
  requestTimeout,
  maxRetries,
  maxConcurrentRequests,
  requestsPerSecond,
}: Required<Pick<ClientOptions, Checked>> & Pick<ClientOptions, "requestsPerSecond">): void {
  check(userId !== "", "userId", "must not be empty");
  check(workspaceId !== "", "workspaceId", "must not be empty");
  check(
    /^[\x21-\x7e]*$/.test(authorizationToken),
    "authorizationToken",
    "must be printable ASCII without spaces or line breaks",
  );
  // Timers of Node count up to 2^31 ms and fire at once beyond that; a day is far below and more than anybody waits.
  check(
    requestTimeout > 0 && requestTimeout <= 86_400,
    "requestTimeout",
    "must be between 0 and 86400 seconds",
  );
  check(
    Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= 100,
    "maxRetries",
    "must be from 0 to 100",
  );
  check(
    Number.isInteger(maxConcurrentRequests) && maxConcurrentRequests >= 1,
    "maxConcurrentRequests",
    "must be an integer of at least 1",
  );
  check(
    requestsPerSecond === undefined || (requestsPerSecond >= 0.01 && requestsPerSecond <= 100_000),
    "requestsPerSecond",
    "must be between 0.01 and 100000",
  );
}

function headers(token: string, userAgent: string): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "application/json",
    // Unpacking takes longer than it saves: answers are short. One that is packed all the same is read (`unpack`).
    "accept-encoding": "identity",
    "user-agent": userAgent,
    ...(token !== "" && { authorization: `Bearer ${token}` }),
  };
}

function check(holds: boolean, option: string, demand: string): void {
  if (!holds) {
    throw new OutreachError({ code: "OUTREACH_INVALID_OPTION", message: `The option ${option} ${demand}.` });
  }
}
