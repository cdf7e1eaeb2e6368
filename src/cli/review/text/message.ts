import { makeVisible } from "../../../page/visible-text";
import type { Texts } from "../model/likeness";
import type { AcknowledgedWords, MessageWords } from "../wording/contents";
import { acknowledgedTitle, REASON } from "../wording/messages";
import type { Paint } from "./paint";

/** Returns the lines of a message that is about none of the changes. */
export function messageLines({ texts, places, beside }: MessageWords, paint: Paint): string[] {
  const listed = places.length === 1 ? [] : places.map((place) => `    ${listOf(place)}`);
  return [...diagnosticLines(texts, paint, beside), ...listed];
}

export function diagnosticLines(
  { severity, summary, detail }: Texts,
  paint: Paint,
  places: readonly string[] = [],
): string[] {
  const label = severity === "error" ? paint("red", "Error") : paint("yellow", "Warning");
  const at = places.length === 0 ? "" : ` (${listOf(places)})`;
  const lines = detail === "" ? [] : detail.split("\n");
  return [`${label}: ${makeVisible(summary)}${at}`, ...lines.map((line) => `  ${makeVisible(line)}`)];
}

export function acknowledgedLines(all: readonly AcknowledgedWords[], paint: Paint): string[] {
  const linesOf = (one: AcknowledgedWords) => [
    `  ${makeVisible(one.summary)}`,
    `    ${REASON} ${makeVisible(one.reason)}`,
    ...one.places.map((place) => `    ${paint("dim", listOf(place))}`),
  ];
  return [paint("bold", acknowledgedTitle(all)), ...all.flatMap(linesOf)];
}

function listOf(place: readonly string[]): string {
  return place.map(makeVisible).join(", ");
}
