import { randomBytes, timingSafeEqual } from "node:crypto";
import { workspaceDigest, type WorkspaceIdentity } from "../../objects/kinds";

/**
 * Recognises a workspace and reveals nothing about it: a workspace id is a credential, and the exported files
 * are committed. Both texts are hexadecimal.
 */
export interface WorkspaceMark {
  readonly salt: string;
  readonly digest: string;
}

export function markOf(identity: WorkspaceIdentity): WorkspaceMark {
  const salt = randomBytes(16).toString("hex");
  return { salt, digest: workspaceDigest(identity, salt).toString("hex") };
}

export function isMarkOf({ salt, digest }: WorkspaceMark, identity: WorkspaceIdentity): boolean {
  const [recorded, own] = [Buffer.from(digest, "hex"), workspaceDigest(identity, salt)];
  return recorded.length === own.length && timingSafeEqual(recorded, own);
}
