import type { Doubt } from "../api";
import { isMaybeMissing, isNotFound } from "../client";
import type { Listing } from "./listing";

/** Only `deleted` removes the object from the state. */
export type Absence =
  /** The complete list lacks the object, at the API address that last showed the object. */
  | { readonly is: "deleted" }
  /** The list lacks the object, but another API address showed the object last. */
  | { readonly is: "elsewhere"; readonly address: string }
  /** The list lacks the object, but may also lack other objects. */
  | { readonly is: "not proven"; readonly doubt: Doubt }
  | { readonly is: "listed"; readonly id: string }
  /** The error of the read does not say that the object is missing. */
  | { readonly is: "refused" };

/**
 * Only a list proves a delete (docs/design/reads-and-deletes.md). The list must have begun after the refusal,
 * or long enough after the object's last write.
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

/** If none of several objects is on a list that shows others, a setting may be wrong. */
export function areAllMissing(
  { found, deleted }: { readonly found: number; readonly deleted: number },
  newest: Listing | undefined,
): boolean {
  return found === 0 && deleted >= 2 && newest?.isEmpty === false;
}
