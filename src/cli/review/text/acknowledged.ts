import { makeVisible } from "../../../page/visible-text";
import type { Acknowledged } from "../model/acknowledged";
import { acknowledgedTitle, placesOfAcknowledged, REASON } from "../wording/acknowledged";
import type { Paint } from "./paint";

/** Returns the lines of the acknowledged warnings. */
export function acknowledgedLines(
  all: readonly Acknowledged[],
  isOneOfMany: boolean,
  paint: Paint,
): string[] {
  const linesOf = (one: Acknowledged) => [
    `  ${makeVisible(one.summary)}`,
    `    ${REASON} ${makeVisible(one.reason)}`,
    ...placesOfAcknowledged(one, isOneOfMany).map(
      (place) => `    ${paint("dim", place.map(makeVisible).join(", "))}`,
    ),
  ];
  return [paint("bold", acknowledgedTitle(all)), ...all.flatMap(linesOf)];
}
