export { MAX_RETRY_AFTER_MS } from "./retries/backoff";
export { parseBaseUrl } from "./connection/base-url";
export type { CallOptions } from "./caller";
export { OutreachClient, type Cluster, type ListOptions, type Snippet } from "./client";
export type { Clock } from "./retries/clock";
export {
  isAmbiguous,
  isCancelled,
  isConnection,
  isDenied,
  isMaybeMissing,
  isNotFound,
  isOtherObject,
  isOutage,
  isRateLimited,
  isRefusal,
  isRejected,
  isRetryable,
  isUnauthorized,
  isUntrusted,
  isWrongAddress,
  OutreachError,
} from "./errors/outreach-error";
export type { ClientEvent } from "./events";
export { DEFAULT_CONCURRENT_REQUESTS, type ClientOptions } from "./options";
export { loadDispatcher, proxyCredentials } from "./connection/proxy";
