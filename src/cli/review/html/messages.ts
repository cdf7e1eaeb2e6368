import { element, type Markup, textLines } from "../../../page/markup";
import type { Diagnostic } from "../../engine/diagnostics";
import { capitalized, count } from "../../shared/text";
import type { Message } from "../model/messages";
import { placesOfMember, textsOf } from "../wording/messages";
import { article, listOf } from "./article";

type Texts = Pick<Diagnostic, "severity" | "summary" | "detail">;

/** Returns a diagnostic, or the diagnostic that several objects share, that is about none of the changes. */
export function messageEntry(one: Message, id: string, isOneOfMany: boolean): Markup {
  const { members, severity } = one;
  const texts = textsOf(one);
  const places = members.map((member) => placesOfMember(member, isOneOfMany));
  const [only = []] = members.length === 1 ? places : [];
  const where = only.length === 0 ? null : element`<p class="where">${listOf(only)}</p>`;
  const list =
    members.length === 1
      ? null
      : element`<details class="members">
    <summary>${count(members.length, "place")}</summary>
    <ul class="names">${places.map((place) => element`<li>${listOf(place)}</li>\n`)}</ul>
  </details>`;
  return article({
    id,
    kinds: [severity],
    kind: null,
    title: texts.summary,
    where,
    body: [detailOf(texts), list],
  });
}

/** Returns a warning about a change. */
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
