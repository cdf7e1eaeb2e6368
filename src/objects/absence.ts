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
  | { readonly is: "listed" }
  | { readonly is: "listed in other case"; readonly id: string }
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
  return listed === id ? { is: "listed" } : { is: "listed in other case", id: listed };
}

/** One deleted object proves little. Several deleted objects, and none found, suggest a wrong setting. */
const ENOUGH_TO_DOUBT = 2;

export interface Searches {
  readonly found: number;
  readonly deleted: number;
}

/** Reports whether a list shows only objects that are in no state, and none of several objects was found. */
export function areAllMissing({ found, deleted }: Searches, newest: Listing | undefined): boolean {
  return found === 0 && deleted >= ENOUGH_TO_DOUBT && newest?.isEmpty === false;
}
