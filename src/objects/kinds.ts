import { scryptSync } from "node:crypto";
import type { Kind } from "../api";

export type { Kind };

export const KINDS = ["cluster", "snippet"] as const satisfies readonly Kind[];

/** Returns the kind of object that a resource type manages; undefined for a type of another provider. */
export function kindOfType(type: string): Kind | undefined {
  return KINDS.find((kind) => type === `outreach_${kind}`);
}

export const CONTENT = {
  cluster: ["name", "description"],
  snippet: ["name", "prompt"],
} as const satisfies Record<Kind, readonly string[]>;

/** All attributes that users declare; the provider computes the others. test/provider compares them with the schemas. */
export const DECLARED = {
  cluster: [...CONTENT.cluster, "force_destroy"],
  snippet: [...CONTENT.snippet, "acknowledged_warnings"],
} as const satisfies Record<Kind, readonly string[]>;

/** An id is unique within its kind and workspace only. */
interface ObjectKey {
  readonly kind: Kind;
  readonly id: string;
  readonly workspaceId: string;
}

export function keyOf({ kind, id, workspaceId }: ObjectKey): string {
  return JSON.stringify([kind, workspaceId, id]);
}

/** An object without a workspace id is in the configured workspace. */
export function isInWorkspace(workspaceId: string | null | undefined, configured: string): boolean {
  return (workspaceId ?? configured) === configured;
}

/** What identifies a workspace: the address of the API without credentials, and the id. */
export interface WorkspaceIdentity {
  readonly address: string;
  readonly workspaceId: string;
}

/** Takes about 20 ms and 8 MiB, so guessing a short id is expensive. */
const COST = { N: 2 ** 13, r: 8, p: 1 };

/** Returns 32 bytes that recognise a workspace. Guessing the id, which is a credential, takes long. */
export function workspaceDigest({ address, workspaceId }: WorkspaceIdentity, salt: string): Buffer {
  return scryptSync(JSON.stringify([address, workspaceId]), salt, 32, COST);
}
