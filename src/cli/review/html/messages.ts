import { element, type Markup, textLines } from "../../../page/markup";
import { capitalized, count } from "../../shared/text";
import type { Texts } from "../model/likeness";
import type { AcknowledgedWords, MessageWords } from "../wording/contents";
import { REASON } from "../wording/messages";
import { article, listOf } from "./article";

/** Returns a diagnostic, or the diagnostic that several objects share, that is about none of the changes. */
export function messageEntry({ texts, places }: MessageWords, id: string): Markup {
  const { where, list } = placed(places);
  return article({
    id,
    kinds: [texts.severity],
    title: texts.summary,
    where,
    body: [detailOf(texts), list],
  });
}

/** Returns an acknowledged warning, or the one that several snippets share. It is folded. */
export function acknowledgedEntry(one: AcknowledgedWords, id: string): Markup {
  const { where, list } = placed(one.places);
  const reason = element`<p class="fact">${REASON} <bdi>${one.reason}</bdi></p>`;
  return article({
    id,
    kinds: ["acknowledged"],
    title: one.summary,
    where,
    body: [reason, list],
  });
}

/** Returns the only place, for the head of an entry, or a folded list of several places. */
function placed(places: readonly (readonly string[])[]): { where: Markup | null; list: Markup | null } {
  const [first = [], ...others] = places;
  if (others.length === 0)
    return { where: first.length === 0 ? null : element`<p class="where">${listOf(first)}</p>`, list: null };
  const list = element`<details class="members">
    <summary>${count(places.length, "place")}</summary>
    <ul class="names">${places.map((place) => element`<li>${listOf(place)}</li>\n`)}</ul>
  </details>`;
  return { where: null, list };
}

export function message(texts: Texts): Markup {
  const { severity, summary } = texts;
  return element`<div class="message ${severity}">
    <p><strong>${capitalized(severity)}: <bdi>${summary}</bdi></strong></p>
    ${detailOf(texts)}
  </div>`;
}

function detailOf({ detail }: Texts): Markup | null {
  return detail === "" ? null : element`<p class="detail">${textLines(detail)}</p>`;
}
