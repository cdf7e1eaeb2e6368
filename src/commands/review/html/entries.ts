import { element, type Markup, textLines } from "../../../render/markup";
import { HARMLESS, type ObjectIdentity } from "../model/review";
import type { Entry, Member } from "../model/groups";
import { countOf, type EntryWords, memberNote, sharedNameOf, wordsOfEntry } from "../wording/entries";
import { endOf, type Fact, isNamed, kindOf, nameOf } from "../wording/objects";
import { article, type Article, listOf } from "./article";
import { attributeList, variableList } from "./attributes";
import { kindsOfEntry } from "./kinds";
import { capitalized, count } from "../../../util/text";
import type { Texts } from "../model/likeness";
import type { AcknowledgedWords, MessageWords } from "../wording/contents";
import { REASON } from "../wording/messages";

export interface Display {
  /** Whether harmless changes are folded. */
  readonly isFolded: boolean;
  /** Whether the review has several stacks. */
  readonly isOneOfMany: boolean;
  /** Entries whose effect on linked mailboxes is shown at the top of the page. */
  readonly announced: ReadonlySet<Entry>;
}

/** Returns a change, or the change that several objects share. */
export function changeEntry(entry: Entry, id: string, display: Display): Markup {
  const { change, danger, attributes } = entry;
  const { isFolded, isOneOfMany, announced } = display;
  const words = wordsOfEntry(entry, isOneOfMany, announced.has(entry));
  const { isGroup, lineCount, rest } = words;
  return article({
    id,
    kinds: kindsOfEntry(entry),
    ...(isGroup ? groupTitle(entry) : identityOf(change, words.where)),
    aside: lineCount === "" ? null : element`<span class="lines">${lineCount}</span>`,
    isOpen: (!isFolded && change.origin !== "base") || !HARMLESS.has(danger),
    body: [
      sourceLine(words),
      words.facts.map(factLine),
      words.warnings.map(message),
      change.variables === null ? null : variableList(change.variables),
      attributeList(words.edit, { action: "update" }, `${id}e`),
      attributeList(attributes, words.owner, id),
      rest === null ? null : element`<p class="later">${rest}: ${listOf(change.knownAfterApply)}</p>`,
      isGroup ? memberList(entry, words) : null,
    ],
  });
}

/** Returns the number of objects, and their name if all have the same one. */
function groupTitle(entry: Entry) {
  const name = sharedNameOf(entry);
  const number = countOf(entry);
  return name === null ? { title: number, where: null } : { kind: number, title: name, where: null };
}

/** Returns where the change stands in the code, with a link if the code host is known; null if it is not known. */
function sourceLine({ source }: EntryWords): Markup | null {
  if (source === null) return null;
  const { place, url, construct } = source;
  const code = place === null ? null : element`<code><bdi>${place}</bdi></code>`;
  const linked = code === null || url === null ? code : element`<a href="${url}">${code}</a>`;
  const named = construct === null ? null : element`construct <code><bdi>${construct}</bdi></code>`;
  return element`<p class="fact">Source: ${linked}${linked === null || named === null ? null : ", "}${named}</p>`;
}

export function factLine(one: Fact): Markup {
  const { words, quoted, isLoud } = one;
  const text = isLoud ? element`<strong>${words}</strong>` : words;
  return element`<p class="fact">${text}${quoted.length > 0 ? [" ", listOf(quoted), endOf(one)] : null}</p>`;
}

/** Returns the title of an object, and its place. `stack` is null if the review has a single stack. */
export function identityOf(object: ObjectIdentity, stack: string | null) {
  const { address, id } = object;
  const isTitle = !isNamed(object);
  const where = element`<p class="where">
    ${isTitle ? null : element`<code><bdi>${address}</bdi></code> `}
    ${id === null ? null : element`<span>id <code><bdi>${id}</bdi></code></span> `}
    ${stack === null ? null : element`<span>in <bdi>${stack}</bdi></span>`}
  </p>`;
  const isEmpty = isTitle && id === null && stack === null;
  return { kind: kindOf(object), title: nameOf(object), where: isEmpty ? null : where };
}

/** With more objects, their list is folded. */
const MAX_OPEN = 12;

/** Returns the objects of a group, by stack. A group may have thousands, so each takes few characters. */
function memberList(entry: Entry, { lists }: EntryWords): Markup {
  const shown = lists.map(({ where, own }) => [
    where === null ? null : element`<p class="where">in <bdi>${where}</bdi></p>`,
    element`<ul class="names">${own.map(memberItem)}</ul>`,
  ]);
  return element`<details class="members"${entry.members.length > MAX_OPEN ? "" : " open"}>
    <summary>${countOf(entry)}</summary>
    ${shown}
  </details>`;
}

function memberItem(member: Member): Markup {
  const { change } = member;
  const { name, address } = change;
  const note = memberNote(member);
  const title = isNamed(change) ? element`<b>${name}</b> ` : null;
  return element`<li>${title}<code>${address}</code>${note === null ? null : element` <i>${note}</i>`}</li>\n`;
}

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

function message(texts: Texts): Markup {
  const { severity, summary } = texts;
  return element`<div class="message ${severity}">
    <p><strong>${capitalized(severity)}: <bdi>${summary}</bdi></strong></p>
    ${detailOf(texts)}
  </div>`;
}

function detailOf({ detail }: Texts): Markup | null {
  return detail === "" ? null : element`<p class="detail">${textLines(detail)}</p>`;
}
