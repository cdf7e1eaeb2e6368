import { type MarkupContent, element, type Markup } from "../../../page/markup";
import { groupBy } from "../../shared/lists";
import type { Entry, Member } from "../model/entries";
import { countOf, memberNote } from "../wording/entries";
import { isNamed } from "../wording/objects";

/** With more objects, their list is folded. */
const MAX_OPEN = 12;

/** Returns the objects of a group, by stack. A group may have thousands, so each takes few characters. */
export function memberList(entry: Entry, isOneOfMany: boolean): Markup {
  const { members } = entry;
  const lists = Array.from(
    groupBy(members, ({ stack }) => stack),
    ([{ name }, own]) => [
      isOneOfMany ? element`<p class="where">in <bdi>${name}</bdi></p>` : null,
      element`<ul class="names">${own.map(memberItem)}</ul>`,
    ],
  );
  return element`<details class="members"${members.length > MAX_OPEN ? "" : " open"}>
    <summary>${countOf(entry)}</summary>
    ${lists}
  </details>`;
}

function memberItem(member: Member): Markup {
  const { change } = member;
  const { name, address } = change;
  const note = memberNote(member);
  const title: MarkupContent = isNamed(change) ? element`<b>${name}</b> ` : null;
  return element`<li>${title}<code>${address}</code>${note === null ? null : element` <i>${note}</i>`}</li>\n`;
}
