import { scryptSync } from "node:crypto";
import type { Kind } from "../api";

export type { Kind };

export const KINDS = ["cluster", "snippet"] as const satisfies readonly Kind[];

/** Returns undefined if the type belongs to another provider. */
export function kindOfType(type: string): Kind | undefined {
  return KINDS.find((kind) => type === `outreach_${kind}`);
}

export const CONTENT = {
  cluster: ["name", "description"],
  snippet: ["name", "prompt"],
} as const satisfies Record<Kind, readonly string[]>;

/** Users declare these attributes. A test compares the list with the schemas. */
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

/** An object without a workspace id counts as an object of the configured workspace. */
export function isInWorkspace(workspaceId: string | null | undefined, configured: string): boolean {
  return (workspaceId ?? configured) === configured;
}

export interface WorkspaceIdentity {
  readonly address: string;
  readonly workspaceId: string;
}

/** Each digest takes about 20 ms and 8 MiB, so guessing even a short id is expensive. */
const COST = { N: 2 ** 13, r: 8, p: 1 };

/** The function is slow on purpose, because the workspace id is a credential. */
export function workspaceDigest({ address, workspaceId }: WorkspaceIdentity, salt: string): Buffer {
  return scryptSync(JSON.stringify([address, workspaceId]), salt, 32, COST);
}
