import { CONTENT, DECLARED, type Kind, type WorkspaceIdentity } from "../objects/kinds";

/** docs/guides/approval.schema.json is the JSON Schema of the format. */
export const FORMAT = "cdktf-outreach/approval";

/** The version increases with every change of the format, because readers reject unknown keys. */
export const VERSION = 1;

/** Stands for the digest of a value that the plan did not know, and matches every value. */
export const UNKNOWN = "unknown";

/** 32 bytes of an HMAC, as 43 characters of base64url. */
export type Digest = string;

export type Digests = Readonly<Record<string, Digest>>;

/** An approved change may be made once for each resource of its entry. */
export interface Entry {
  readonly workspace: Digest;
  readonly kind: Kind;
  readonly action: Action;
  /** Digest of the id of the object that is updated, deleted or adopted; null for a new object. */
  readonly object: Digest | null;
  /** The object before the change; null for a create. */
  readonly before: Digests | null;
  readonly after: Digests | null;
  /** Largest approved number of linked mailboxes, only for the delete of a cluster. */
  readonly linked?: number | typeof UNKNOWN;
  readonly resources: readonly Resource[];
}

export interface Resource {
  readonly stack: string;
  readonly address: string;
}

/** An approval contains no text of the configuration. */
export interface Approval {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly createdAt: string;
  readonly salt: string;
  readonly entries: readonly Entry[];
  /** `hmac-sha256:` and a digest of everything else in the file. */
  readonly signature?: string;
}

/** A replace consists of a delete and a create. */
export const ACTIONS = ["create", "update", "delete"] as const;
export type Action = (typeof ACTIONS)[number];

/** Stands for a value that a plan does not know yet. */
export const notKnown: unique symbol = Symbol("not known");
export type NotKnown = typeof notKnown;

/** An approval also covers `force_destroy`, because it allows a delete. */
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
   * Id of the object that is updated, deleted or adopted; null for a new object. If the plan does not show
   * whether the create adopts an object, the id is `notKnown`.
   */
  readonly id: string | null | NotKnown;
  readonly before: ApprovedContent | null;
  readonly after: ApprovedContent | null;
  /**
   * Number of linked mailboxes, only for the delete of a cluster. A negative number means that the API
   * reported an invalid number. If the plan of a review shows no number, the number is `notKnown`. @default 0
   */
  readonly linked?: number | NotKnown;
}

/** Null, false and a missing value become the empty text; true becomes "true". */
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
