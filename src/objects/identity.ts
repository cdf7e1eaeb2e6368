import type { Readable } from "./found";
import { isSameInstant } from "./instant";

export interface Identity {
  readonly createdAt: string | null;
  /** If an object was last seen elsewhere, no list can prove that it is deleted. */
  readonly elsewhere: string | undefined;
  hasContent(found: Readable): boolean;
}

/** Returns the API address that last showed the object; undefined if it is unknown or the configured one. */
export function seenElsewhere(seenAt: unknown, address: string): string | undefined {
  return typeof seenAt === "string" && seenAt !== address ? seenAt : undefined;
}

/**
 * `not shown`: another API address showed the object last, and neither creation time nor content identify it.
 */
type SameObject = "same" | "another" | "not shown";

/** If a creation time is missing and another API address showed the object last, the content decides. */
export function identityOf({ createdAt, elsewhere, hasContent }: Identity, found: Readable): SameObject {
  const isSame = isSameInstant(createdAt, found.createdAt);
  if (isSame === false) return "another";
  return isSame === true || elsewhere === undefined || hasContent(found) ? "same" : "not shown";
}
