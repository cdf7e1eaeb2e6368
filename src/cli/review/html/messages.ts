import { element, type Markup, textLines } from "../../../page/markup";
import { capitalized, count } from "../../shared/text";
import type { Texts } from "../model/likeness";
import type { AcknowledgedWords, MessageWords } from "../wording/contents";
import { REASON } from "../wording/messages";
import { type Article, article, listOf } from "./article";

/** Returns a diagnostic, or the diagnostic that several objects share, that is about none of the changes. */
export function messageEntry({ texts, places }: MessageWords, id: string): Markup {
  return placed({ id, kinds: [texts.severity], title: texts.summary, body: detailOf(texts) }, places);
}

/** Returns an acknowledged warning, or the one that several snippets share. It is folded. */
export function acknowledgedEntry({ summary, reason, places }: AcknowledgedWords, id: string): Markup {
  const body = element`<p class="fact">${REASON} <bdi>${reason}</bdi></p>`;
  return placed({ id, kinds: ["acknowledged"], title: summary, body }, places);
}

/** Returns an entry with the only place in its head, or with a folded list of several places. */
function placed(entry: Omit<Article, "where">, places: readonly (readonly string[])[]): Markup {
  const [first = [], ...others] = places;
  const isOne = others.length === 0;
  const where = isOne && first.length > 0 ? element`<p class="where">${listOf(first)}</p>` : null;
  const list = isOne
    ? null
    : element`<details class="members">
    <summary>${count(places.length, "place")}</summary>
    <ul class="names">${places.map((place) => element`<li>${listOf(place)}</li>\n`)}</ul>
  </details>`;
  return article({ ...entry, where, body: [entry.body, list] });
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
