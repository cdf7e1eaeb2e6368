// docs/guides/client.md describes these exports of `cdktf-outreach/client`.
export type { CallOptions } from "./options";
export { OutreachClient, type Cluster, type Snippet } from "./client";
export { OutreachError } from "./errors/outreach-error";
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
} from "./errors/predicates";
export type { ClientEvent, ClientOptions } from "./options";
export type { Doubt } from "../api";
export type { ListOptions } from "./pages";
