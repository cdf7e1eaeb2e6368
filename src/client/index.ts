export { parseBaseUrl, type BaseUrl } from "./base-url";
export type { CallOptions } from "./caller";
export {
  OutreachClient,
  type Cluster,
  type ClusterSummary,
  type ListOptions,
  type Snippet,
  type SnippetListOptions,
  type SnippetSummary,
} from "./client";
export type { Clock } from "./clock";
export {
  isAmbiguous,
  isCancelled,
  isConnection,
  isNotFound,
  isOutage,
  isRetryable,
  isUnauthorized,
  OutreachError,
  type OutreachErrorCode,
} from "./errors";
export type { ClientEvent } from "./events";
export { DEFAULT_CONCURRENT_REQUESTS, type ClientOptions } from "./options";
