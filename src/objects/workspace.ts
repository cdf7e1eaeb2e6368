import { scryptSync } from "node:crypto";

/** Reports whether an object is in the configured workspace. An object without a workspace id is. */
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
