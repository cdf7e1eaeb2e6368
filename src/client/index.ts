export * from "./public";
export { createDispatcher, loadDispatcher, parseBaseUrl, proxyCredentials } from "./connection/address";
export {
  isMaybeMissing,
  isOtherObject,
  isRateLimited,
  isRefusal,
  isUntrusted,
  isWrongAddress,
} from "./errors/predicates";
export { parseRetryAfter } from "./messages/refusal";
export { DEFAULT_CONCURRENT_REQUESTS } from "./options";
export { allPages } from "./pages";
export type { RawResponse } from "./caller";
export { type Clock, systemClock } from "./retries/clock";
export { MAX_RETRY_AFTER_MS } from "./retries/pace";
