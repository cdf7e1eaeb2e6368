import type { Acknowledged } from "../model/acknowledged";
import { acknowledgedTitle, placesOfAcknowledged, REASON } from "../wording/acknowledged";
import { codeSpan } from "./escape";
import type { Piece } from "./fit";
import { details } from "./identity";

/** Largest number of places that a shortened entry lists. */
const MAX_PLACES = 12;

/** Returns a folded list of the acknowledged warnings. It is shortened first. */
export function acknowledgedPiece(all: readonly Acknowledged[], isOneOfMany: boolean): Piece {
  const title = acknowledgedTitle(all);
  const block = (most: number) => details(title, [all.map((one) => factOf(one, isOneOfMany, most))], false);
  return { versions: [block(Infinity), block(MAX_PLACES), title, title, ""], importance: 1, objects: 0 };
}

function factOf(one: Acknowledged, isOneOfMany: boolean, most: number): string {
  const places = placesOfAcknowledged(one, isOneOfMany);
  const left = places.length - most;
  const shown = places.slice(0, most).map((place) => place.map(codeSpan).join(" "));
  const where = [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
  return `${codeSpan(one.summary)}. ${REASON} ${codeSpan(one.reason)} (${where})`;
}
