import { element, type Markup } from "../../../page/markup";
import type { Danger } from "../model/danger-order";
import type { Entry } from "../model/entries";
import type { ObjectIdentity } from "../model/review";
import { countOf, factsOfEntry, lineWords, lostEditOf, warningsOfEntry } from "../wording/entries";
import { type Fact, filledIn, isNamed, kindOf, nameOf } from "../wording/objects";
import { actionOfEntry } from "../wording/pairs";
import { sourceOfEntry } from "../wording/sources";
import { article, listOf } from "./article";
import { attributeList, variableList } from "./attributes";
import { kindsOfEntry } from "./kinds";
import { memberList } from "./members";
import { message } from "./messages";

export interface Display {
  /** Whether harmless changes are folded. */
  readonly isFolded: boolean;
  /** Whether the review has several stacks. */
  readonly isOneOfMany: boolean;
  /** Entries whose effect on linked mailboxes is shown at the top of the page. */
  readonly announced: ReadonlySet<Entry>;
}

const HARMLESS: ReadonlySet<Danger> = new Set(["single", "group", "kept"]);

/** Returns a change, or the change that several objects share. */
export function changeEntry(entry: Entry, id: string, display: Display): Markup {
  const { change, members, lines, danger, attributes } = entry;
  const { isFolded, isOneOfMany, announced } = display;
  const later = filledIn(change);
  const isGroup = members.length > 1;
  const stack = isOneOfMany && !isGroup ? members[0].stack.name : null;
  const count = lineWords(lines);
  return article({
    id,
    kinds: kindsOfEntry(entry),
    ...(isGroup ? { kind: null, title: countOf(entry), where: null } : identityOf(change, stack)),
    aside: count === "" ? null : element`<span class="lines">${count}</span>`,
    isOpen: (!isFolded && change.origin !== "base") || !HARMLESS.has(danger),
    body: [
      sourceLine(entry),
      factsOfEntry(entry, announced.has(entry)).map(factLine),
      warningsOfEntry(entry).map(message),
      change.variables === null ? null : variableList(change.variables),
      attributeList(lostEditOf(change), { action: "update" }, `${id}e`),
      attributeList(attributes, { ...change, action: actionOfEntry(entry), isShared: isGroup }, id),
      later === null ? null : element`<p class="later">${later}: ${listOf(change.knownAfterApply)}</p>`,
      isGroup ? memberList(entry, isOneOfMany) : null,
    ],
  });
}

/** Returns where the change stands in the code, with a link if the code host is known; null if it is not known. */
function sourceLine(entry: Entry): Markup | null {
  const source = sourceOfEntry(entry);
  if (source === null) return null;
  const { place, url, construct } = source;
  const code = place === null ? null : element`<code><bdi>${place}</bdi></code>`;
  const linked = code === null || url === null ? code : element`<a href="${url}">${code}</a>`;
  const named = construct === null ? null : element`construct <code><bdi>${construct}</bdi></code>`;
  return element`<p class="fact">Source: ${linked}${linked === null || named === null ? null : ", "}${named}</p>`;
}

export function factLine({ words, quoted, isLoud }: Fact): Markup {
  const text = isLoud ? element`<strong>${words}</strong>` : words;
  return element`<p class="fact">${text}${quoted.length > 0 ? [" ", listOf(quoted), "."] : null}</p>`;
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
