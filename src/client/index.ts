export * from "./public";
export { parseBaseUrl } from "./connection/base-url";
export { createDispatcher, loadDispatcher, proxyCredentials } from "./connection/proxy";
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
export { RawCaller, type RawRequest, type RawResponse } from "./raw-caller";
export type { Clock } from "./retries/clock";
export { MAX_RETRY_AFTER_MS } from "./retries/retry";
