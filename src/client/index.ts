export * from "./public";
export { parseBaseUrl } from "./connection/address";
export { createDispatcher, loadDispatcher, proxyCredentials } from "./connection/address";
export {
  isMaybeMissing,
  isOtherObject,
  isRateLimited,
  isRefusal,
  isUntrusted,
  isWrongAddress,
} from "./errors/predicates";
export { DEFAULT_CONCURRENT_REQUESTS } from "./options";
export { allPages } from "./pages";
export type { RawRequest, RawResponse } from "./options";
export { type Clock, systemClock } from "./retries/clock";
export { MAX_RETRY_AFTER_MS } from "./retries/pace";
