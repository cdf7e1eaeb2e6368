import type { OutreachClient } from "../client";

/** What a list says of every object. */
export interface Listed {
  readonly id: string;
  readonly name: string;
}

/**
 * One kind of object in the workspace, as the lifecycle sees it. `Content` is what a user declares. The signal of a
 * write ends its waits only: one that has been sent is finished (terraform-protocol.md, section 0, row 2).
 */
export interface ObjectKind<Found extends Listed, Content extends { readonly name: string }> {
  /** The resource type, `outreach_cluster`. */
  readonly type: string;
  /** Returns the id of the new object. */
  create(client: OutreachClient, content: Content, signal: AbortSignal): Promise<string>;
  get(client: OutreachClient, id: string, signal: AbortSignal): Promise<Found>;
  update(client: OutreachClient, id: string, content: Content, signal: AbortSignal): Promise<void>;
  delete(client: OutreachClient, id: string, signal: AbortSignal): Promise<void>;
  list(client: OutreachClient, signal: AbortSignal): AsyncIterable<Listed>;
  /** The attributes of which the server holds something else than declared, normalisation aside. */
  differences(content: Content, found: Found): readonly string[];
}
