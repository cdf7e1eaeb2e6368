import type { Kind } from "../objects/kinds";
import type { Action } from "./change";

/** Names the format of approval files. The JSON Schema is docs/guides/approval.schema.json. */
export const FORMAT = "cdktf-outreach/approval";

/** Every change of the format raises it, because readers refuse keys that they do not know. */
export const VERSION = 1;

/** In place of a digest if the plan did not know the value: it matches every value. */
export const UNKNOWN = "unknown";

/** A keyed digest of 32 bytes, as 43 characters of base64url. */
export type Digest = string;

/** The digests of the approved attributes of an object, by attribute. */
export type Digests = Readonly<Record<string, Digest>>;

/** An approved change, which may be made once for each resource that the entry names. */
export interface Entry {
  readonly workspace: Digest;
  readonly kind: Kind;
  readonly action: Action;
  /** Of the id of the object that is updated, deleted or adopted; null for a new object. */
  readonly object: Digest | null;
  /** Null for a create. Never "unknown". */
  readonly before: Digests | null;
  /** Null for a delete. */
  readonly after: Digests | null;
  /** Only for the delete of a cluster: the largest number of linked mailboxes that it may have. */
  readonly linked?: number | typeof UNKNOWN;
  /** For people. Its length is how often the change is approved. */
  readonly resources: readonly Resource[];
}

export interface Resource {
  readonly stack: string;
  readonly address: string;
}

/** An approval: the changes that the reviewers of a plan saw. It contains no text of a configuration. */
export interface Approval {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  /** The key of all digests of the file: 32 random bytes in base64url. */
  readonly salt: string;
  readonly entries: readonly Entry[];
  /** Of everything else in the file: `hmac-sha256:` and a digest. */
  readonly signature?: string;
}
