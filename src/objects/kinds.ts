import type { Kind } from "../api";

export type { Kind };

/** The kinds of objects of a workspace. */
export const KINDS = ["cluster", "snippet"] as const satisfies readonly Kind[];

/** Returns the kind of object that a resource type manages; undefined for a type of another provider. */
export function kindOfType(type: string): Kind | undefined {
  return KINDS.find((kind) => type === `outreach_${kind}`);
}

/** The attributes that hold what users write into an object of each kind. */
export const CONTENT = {
  cluster: ["name", "description"],
  snippet: ["name", "prompt"],
} as const satisfies Record<Kind, readonly string[]>;

/** What identifies an object. An id is unique within its kind and workspace only. */
export interface ObjectKey {
  readonly kind: Kind;
  readonly id: string;
  readonly workspaceId: string;
}

/** Returns one text for each object, for maps and sets. */
export function keyOf({ kind, id, workspaceId }: ObjectKey): string {
  return JSON.stringify([kind, workspaceId, id]);
}
