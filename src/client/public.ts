// What `cdktf-outreach/client` exports. docs/guides/client.md describes it; nothing else of this folder is public.
export type { CallOptions } from "./caller";
export { OutreachClient, type Cluster, type ListOptions, type Snippet } from "./client";
export {
  isAmbiguous,
  isCancelled,
  isConnection,
  isDenied,
  isNotFound,
  isOutage,
  isRejected,
  isRetryable,
  isUnauthorized,
  OutreachError,
} from "./errors/outreach-error";
export type { ClientEvent } from "./events";
export type { ClientOptions } from "./options";
