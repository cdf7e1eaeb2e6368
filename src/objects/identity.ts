import type { Readable } from "./found";
import { isSameInstant } from "./instant";

export interface Identity {
  readonly createdAt: string | null;
  /** The result of `seenElsewhere`. If it is set, no list proves that the object is deleted. */
  readonly elsewhere: string | undefined;
  hasContent(found: Readable): boolean;
}

/** Returns the address where an object was last seen; undefined if it is unknown or is the configured one. */
export function seenElsewhere(seenAt: unknown, address: string): string | undefined {
  return typeof seenAt === "string" && seenAt !== address ? seenAt : undefined;
}

/**
 * Whether the object with the id of a state is the object of that state. `not shown`: it was last seen at
 * another address, and neither time nor content proves it.
 */
type SameObject = "same" | "another" | "not shown";

/**
 * Compares an object with a state of the same id. The creation time decides. If it is missing and the object
 * was last seen at another address, the content decides.
 */
export function identityOf({ createdAt, elsewhere, hasContent }: Identity, found: Readable): SameObject {
  const isSame = isSameInstant(createdAt, found.createdAt);
  if (isSame === false) return "another";
  return isSame === true || elsewhere === undefined || hasContent(found) ? "same" : "not shown";
}
