import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/**
 * Recognises a workspace and reveals nothing about it: a workspace id is a credential, and the exported files
 * are committed. Both texts are hexadecimal.
 */
export interface WorkspaceMark {
  readonly salt: string;
  readonly digest: string;
}

/** What identifies a workspace: the address of the API without credentials, and the id. */
export interface WorkspaceIdentity {
  readonly address: string;
  readonly workspaceId: string;
}

/** Takes about 0.1 s and 32 MiB, so guessing a short id is expensive. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };

const BYTES = 32;

/** Returns a new mark, with a random salt. */
export function markOf(identity: WorkspaceIdentity): WorkspaceMark {
  const salt = randomBytes(16).toString("hex");
  return { salt, digest: digestOf(identity, salt).toString("hex") };
}

/** Reports whether a mark was made for this workspace. */
export function isMarkOf({ salt, digest }: WorkspaceMark, identity: WorkspaceIdentity): boolean {
  const recorded = Buffer.from(digest, "hex");
  return recorded.length === BYTES && timingSafeEqual(recorded, digestOf(identity, salt));
}

function digestOf({ address, workspaceId }: WorkspaceIdentity, salt: string): Buffer {
  return scryptSync(JSON.stringify([address, workspaceId]), salt, BYTES, COST);
}
