import type { Readable } from "./found";
import { isSameInstant } from "./instant";

export interface Identity {
  readonly createdAt: string | null;
  /** The result of `seenElsewhere`. If set, no list can prove that the object is deleted. */
  readonly elsewhere: string | undefined;
  hasContent(found: Readable): boolean;
}

/** Returns the API address that last showed an object; undefined if it is unknown or the configured one. */
export function seenElsewhere(seenAt: unknown, address: string): string | undefined {
  return typeof seenAt === "string" && seenAt !== address ? seenAt : undefined;
}

/**
 * Whether the object with the id in a state is the object of that state. `not shown`: another API address
 * showed it last, and neither creation time nor content identify it.
 */
type SameObject = "same" | "another" | "not shown";

/**
 * Compares an object with a state that has its id. The creation time decides. If the creation time is missing
 * and another API address showed the object last, the content decides.
 */
export function identityOf({ createdAt, elsewhere, hasContent }: Identity, found: Readable): SameObject {
  const isSame = isSameInstant(createdAt, found.createdAt);
  if (isSame === false) return "another";
  return isSame === true || elsewhere === undefined || hasContent(found) ? "same" : "not shown";
}
