import { CONTENT, DECLARED, type Kind, type WorkspaceIdentity } from "../objects/kinds";

/** The JSON Schema of the format is docs/guides/approval.schema.json. */
export const FORMAT = "cdktf-outreach/approval";

/** Every change of the format raises it, because readers refuse keys that they do not know. */
export const VERSION = 1;

/** In place of a digest if the plan did not know the value: it matches every value. */
export const UNKNOWN = "unknown";

/** A keyed digest of 32 bytes, as 43 characters of base64url. */
export type Digest = string;

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
  readonly createdAt: string;
  readonly salt: string;
  readonly entries: readonly Entry[];
  /** Of everything else in the file: `hmac-sha256:` and a digest. */
  readonly signature?: string;
}

/** What a change does to an object. A replace is a delete and a create. */
export const ACTIONS = ["create", "update", "delete"] as const;
export type Action = (typeof ACTIONS)[number];

/** In place of a value that a plan does not know yet. */
export const notKnown: unique symbol = Symbol("not known");
export type NotKnown = typeof notKnown;

/** What an approval covers: what users write, and what allows the loss of linked mailboxes. */
export const APPROVED = {
  cluster: DECLARED.cluster,
  snippet: CONTENT.snippet,
} as const satisfies Record<Kind, readonly string[]>;

export type ApprovedContent = Readonly<Record<string, string | NotKnown>>;

export interface Change {
  readonly workspace: WorkspaceIdentity;
  readonly kind: Kind;
  readonly action: Action;
  /**
   * The id of the object that is updated or deleted, or that a create adopts; null for a new object.
   * `notKnown` if the plan leaves open whether the create adopts an object.
   */
  readonly id: string | null | NotKnown;
  /** Null for a create, as `after` is for a delete. */
  readonly before: ApprovedContent | null;
  readonly after: ApprovedContent | null;
  /**
   * Only for the delete of a cluster: how many mailboxes and other resources are linked. Default 0; negative
   * if the API reports an invalid number; `notKnown` in a review whose plan does not show it.
   */
  readonly linked?: number | NotKnown;
}

/**
 * Returns the approved attributes of an object. `valueOf` returns a value of a plan or state. Null, false and
 * a missing value are the empty text, and true is "true".
 */
export function contentOf(kind: Kind, valueOf: (attribute: string) => unknown): ApprovedContent {
  const entries = APPROVED[kind].map((attribute) => [attribute, textOf(valueOf(attribute))] as const);
  return Object.fromEntries(entries);
}

export function keepsContent({ before, after }: Pick<Change, "before" | "after">): boolean {
  if (before === null || after === null) return false;
  return Object.entries(after).every(([attribute, text]) => text !== notKnown && text === before[attribute]);
}

function textOf(value: unknown): string | NotKnown {
  if (value === notKnown || typeof value === "string") return value;
  return value === true ? "true" : "";
}
