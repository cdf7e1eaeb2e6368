export type { CallOptions } from "./caller";
export { OutreachClient, type Cluster, type ListOptions, type Snippet } from "./client";
export { parseBaseUrl } from "./connection/base-url";
export { loadDispatcher, proxyCredentials } from "./connection/proxy";
export { OutreachError } from "./errors/outreach-error";
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
} from "./errors/predicates";
export { DEFAULT_CONCURRENT_REQUESTS, type ClientEvent, type ClientOptions } from "./options";
export type { Clock } from "./retries/clock";
export { MAX_RETRY_AFTER_MS } from "./retries/retry";
