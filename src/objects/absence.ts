import type { Doubt } from "../api";
import { isMaybeMissing, isNotFound } from "../client";
import type { Listing } from "./listing";

/** What is known of an object whose read was refused. Every result except `deleted` keeps the object. */
export type Absence =
  /** A complete list without the object, from the address where the object was last seen. */
  | { readonly is: "deleted" }
  /** A list without the object, but the object was last seen at this other address. */
  | { readonly is: "elsewhere"; readonly address: string }
  /** A list without the object that may lack objects, so that it proves nothing. */
  | { readonly is: "not proven"; readonly doubt: Doubt }
  | { readonly is: "listed"; readonly id: string }
  /** The refusal does not say that the object is missing. */
  | { readonly is: "refused" };

/**
 * Judges the refusal of a read by a list, the only proof of a delete (docs/design/reads-and-deletes.md). The list began
 * after the refusal, or long enough after the last write of the object. `elsewhere`: see `seenElsewhere`.
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

/** Reports whether several objects were searched and none was found on a list of others: perhaps a wrong setting. */
export function areAllMissing(
  { found, deleted }: { readonly found: number; readonly deleted: number },
  newest: Listing | undefined,
): boolean {
  return found === 0 && deleted >= 2 && newest?.isEmpty === false;
}
