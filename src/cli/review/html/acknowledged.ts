import { element, type Markup } from "../../../page/markup";
import { count } from "../../shared/text";
import type { Acknowledged } from "../model/acknowledged";
import { placesOfAcknowledged, REASON } from "../wording/acknowledged";
import { article, listOf } from "./article";

/** Returns an acknowledged warning, or the one that several snippets share. It is folded. */
export function acknowledgedEntry(one: Acknowledged, id: string, isOneOfMany: boolean): Markup {
  const places = placesOfAcknowledged(one, isOneOfMany);
  return article({
    id,
    kinds: ["acknowledged"],
    kind: null,
    title: one.summary,
    where: places.length === 1 ? element`<p class="where">${listOf(places[0]!)}</p>` : null,
    body: [
      element`<p class="fact">${REASON} <bdi>${one.reason}</bdi></p>`,
      places.length === 1
        ? null
        : element`<details class="members">
    <summary>${count(places.length, "place")}</summary>
    <ul class="names">${places.map((place) => element`<li>${listOf(place)}</li>\n`)}</ul>
  </details>`,
    ],
  });
}
