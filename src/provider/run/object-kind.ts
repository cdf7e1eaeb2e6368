import type { CallOptions, ListOptions, OutreachClient } from "../../client";
import type { DeclaredCount } from "../settings/settings";
import type { Workspace } from "./run";

/** What a list says of every object. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  /** Number of linked mailboxes and other resources of a cluster; null or absent where the API does not report it. */
  readonly associatedCount?: number | null;
}

/** What reading an object says at least. */
export interface Readable extends Listed {
  /** ISO 8601, as every time here; null where the API names none. */
  readonly createdAt: string | null;
  readonly lastUpdatedAt: string | null;
  /** Where the API names it. */
  readonly workspaceId?: string | null;
}

/** What a user declares at least. */
export interface Declared {
  readonly name: string;
}

/** An attribute of which declared and found differ, normalisation aside. */
export interface Difference {
  readonly attribute: string;
  readonly declared: string;
  readonly found: string;
}

/**
 * One kind of object in the workspace, as the lifecycle sees it. `Content` is what a user declares. The signal of a
 * write ends its waits only: a write that has been sent is finished (terraform-protocol.md, section 0, row 2).
 */
export interface ObjectKind<Found extends Readable, Content extends Declared> {
  /** The resource type, `outreach_cluster`. */
  readonly type: string;
  /** The provider's argument that says how many the configuration declares. */
  readonly declaredIn: DeclaredCount;
  /** Returns the id of the new object. */
  create(client: OutreachClient, content: Content, options: CallOptions): Promise<string>;
  get(client: OutreachClient, id: string, options: CallOptions): Promise<Found>;
  /** `found` is the object as the look before the update found it. */
  update(client: OutreachClient, found: Found, content: Content, signal: AbortSignal): Promise<void>;
  delete(client: OutreachClient, id: string, signal: AbortSignal): Promise<void>;
  list(client: OutreachClient, options: ListOptions): AsyncIterable<readonly Listed[]>;
  differences(declared: Content, found: Found): readonly Difference[];
}

/** Any kind whose objects are only looked at. */
export type AnyKind<Found extends Readable = Readable> = ObjectKind<Found, never>;

/** What every state of a managed object holds. */
export interface ManagedState {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string;
  readonly adopted: boolean | null;
  readonly created_at: string | null;
  readonly last_updated_at: string | null;
}

/** Values of a state of which some may be missing. */
export type Partly<State> = { readonly [K in keyof State]: State[K] | null };

/** A kind of object together with the state that Terraform keeps of it. */
export interface ManagedKind<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
> extends ObjectKind<Found, Content> {
  /** The content that values declare; `before` is what they replace, null for a new object. */
  contentOf(values: Partly<State>, before: Partly<State> | null): Content;
  /** `own` has what the API does not know of. */
  toState(found: Found, workspace: Workspace, own: Partly<State>): State;
}
