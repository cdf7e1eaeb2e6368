import type { Doubt } from "../api";
import { isMaybeMissing, isNotFound } from "../client";
import type { Listing } from "./listing";

/** What a list shows of an object whose read was refused. Only `deleted` removes the object from the state. */
export type Absence =
  /** The list is complete and lacks the object, and the API address is the one that last showed it. */
  | { readonly is: "deleted" }
  /** The list lacks the object, but the object was last seen at this other API address. */
  | { readonly is: "elsewhere"; readonly address: string }
  /** The list lacks the object, but may lack other objects, too, so it proves no delete. */
  | { readonly is: "not proven"; readonly doubt: Doubt }
  | { readonly is: "listed"; readonly id: string }
  /** The error of the read does not say that the object is missing. */
  | { readonly is: "refused" };

/**
 * Judges the refused read of an object by a list, the only proof of a delete
 * (docs/design/reads-and-deletes.md). The list must have begun after the refusal, or long enough after the
 * object's last write. `elsewhere`: see `seenElsewhere`.
 */
export function absenceOf(refusal: unknown, id: string, listing: Listing, elsewhere?: string): Absence {
  const listed = listing.spellingOf(id);
  if (listed === undefined) {
    if (!isMaybeMissing(refusal)) return { is: "refused" };
    if (elsewhere !== undefined) return { is: "elsewhere", address: elsewhere };
    return listing.doubt === undefined ? { is: "deleted" } : { is: "not proven", doubt: listing.doubt };
  }
  if (!isNotFound(refusal)) return { is: "refused" };
  return { is: "listed", id: listed };
}

/** Reports whether a run found none of several objects on lists that show others: a setting may be wrong. */
export function areAllMissing(
  { found, deleted }: { readonly found: number; readonly deleted: number },
  newest: Listing | undefined,
): boolean {
  return found === 0 && deleted >= 2 && newest?.isEmpty === false;
}
