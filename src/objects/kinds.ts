import { scryptSync } from "node:crypto";
import type { Kind } from "../api";

export type { Kind };

export const KINDS = ["cluster", "snippet"] as const satisfies readonly Kind[];

/** Returns the object kind of a resource type; undefined if the type belongs to another provider. */
export function kindOfType(type: string): Kind | undefined {
  return KINDS.find((kind) => type === `outreach_${kind}`);
}

export const CONTENT = {
  cluster: ["name", "description"],
  snippet: ["name", "prompt"],
} as const satisfies Record<Kind, readonly string[]>;

/**
 * All attributes that users declare; the provider computes all others. test/provider compares the schemas.
 */
export const DECLARED = {
  cluster: [...CONTENT.cluster, "force_destroy"],
  snippet: [...CONTENT.snippet, "acknowledged_warnings"],
} as const satisfies Record<Kind, readonly string[]>;

/** Ids are unique only within one kind and workspace. */
interface ObjectKey {
  readonly kind: Kind;
  readonly id: string;
  readonly workspaceId: string;
}

export function keyOf({ kind, id, workspaceId }: ObjectKey): string {
  return JSON.stringify([kind, workspaceId, id]);
}

/** Counts an object without a workspace id as an object of the configured workspace. */
export function isInWorkspace(workspaceId: string | null | undefined, configured: string): boolean {
  return (workspaceId ?? configured) === configured;
}

/** What identifies a workspace: its id, and the address of the API without credentials. */
export interface WorkspaceIdentity {
  readonly address: string;
  readonly workspaceId: string;
}

/** Each digest of a workspace takes about 20 ms and 8 MiB, so guessing even a short id is expensive. */
const COST = { N: 2 ** 13, r: 8, p: 1 };

/** Returns 32 bytes that identify a workspace. The function is slow, because the id is a credential. */
export function workspaceDigest({ address, workspaceId }: WorkspaceIdentity, salt: string): Buffer {
  return scryptSync(JSON.stringify([address, workspaceId]), salt, 32, COST);
}
