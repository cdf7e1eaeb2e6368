import type { CallOptions, ListOptions, OutreachClient } from "../../client";
import type { Listed, Readable } from "../../objects/found";
import type { Difference } from "../../objects/text";
import type { Unknown } from "../../sdk/values";
import type { DeclaredCount } from "../settings/settings";

export interface Declared {
  readonly name: string;
}

export interface ManagedState {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string;
  readonly adopted: boolean | null;
  readonly created_at: string | null;
  readonly last_updated_at: string | null;
}

export type Partly<State> = { readonly [K in keyof State]: State[K] | null };

export type FinalPlan<State> = { readonly [K in keyof State]: State[K] | Unknown };

export interface ObjectKind<
  State extends ManagedState = ManagedState,
  Found extends Readable = Readable,
  Content extends Declared = Declared,
> {
  readonly type: string;
  readonly declaredIn: DeclaredCount;
  create(client: OutreachClient, content: Content, options: CallOptions): Promise<string>;
  get(client: OutreachClient, id: string, options: CallOptions): Promise<Found>;
  /** `found` is the object as read before the update. */
  update(client: OutreachClient, change: Change<Found, Content>, options: WriteOptions): Promise<void>;
  delete(client: OutreachClient, id: string, options: WriteOptions): Promise<void>;
  list(client: OutreachClient, options: ListOptions): AsyncIterable<readonly Listed[]>;
  differences(declared: Content, found: Found): readonly Difference[];
  /** `before` is the state before the change; null for a new object. */
  contentOf(values: Partly<State>, before: Partly<State> | null): Content;
  dataForReplace?(state: Partly<State>): { readonly id: string | null };
  /** `own` holds the values that the API does not store. */
  toState(found: Found, workspaceId: string, own: Partly<State>): State;
}

export interface Change<Found, Content> {
  readonly found: Found;
  readonly content: Content;
}

/** The signal ends waits, but not a request that was sent. */
export interface WriteOptions extends CallOptions {
  readonly signal: AbortSignal;
}
