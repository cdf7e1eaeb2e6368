import { element, type Markup, type MarkupContent, textLines } from "../../../render/markup";
import { capitalized, count } from "../../../util/text";
import type { MessageText } from "../document";
import type { EntryText, Kind } from "../document/entries";
import { endOf, type Fact, type ObjectText } from "../document/facts";
import type { Texts } from "../model/likeness";
import { attributeList } from "./attributes";

/** The signs that show a kind to a reader who does not see its colour. */
const SIGNS: Readonly<Record<Kind, string>> = {
  error: "✕",
  delete: "−",
  replace: "±",
  forget: "∅",
  update: "~",
  create: "+",
  import: "↓",
  move: "→",
  drift: "≠",
  output: "=",
  warning: "!",
  outlier: "?",
  acknowledged: "✓",
};

export function labelOf(kind: Kind): Markup {
  return element`${signOf(kind)} ${capitalized(kind)}`;
}

/** Returns the sign of a kind, which a screen reader skips. */
export function signOf(kind: Kind): Markup {
  return element`<span class="sign" aria-hidden="true">${SIGNS[kind]}</span>`;
}

export function badge(kind: Kind): Markup {
  return element`<span class="badge ${kind}">${labelOf(kind)}</span> `;
}

interface Article {
  readonly id: string;
  readonly kinds: readonly Kind[];
  readonly kind?: string | null;
  readonly title: MarkupContent;
  readonly lineCount?: string;
  readonly where: readonly MarkupContent[];
  readonly body: MarkupContent;
  readonly isOpen?: boolean;
}

function article(given: Article): Markup {
  const { id, kinds, kind = null, title, lineCount = "", where, body, isOpen = true } = given;
  const heading = [
    kinds.map(badge),
    kind === null ? null : element`<span class="kind">${kind}</span> `,
    element`<bdi class="name">${title}</bdi>`,
    lineCount === "" ? null : element`<span class="lines">${lineCount}</span>`,
  ];
  // The heading is outside of the summary: a summary is a button, in which screen readers find no headings.
  const details = element`<details${isOpen ? " open" : ""}>
    <summary aria-labelledby="${id}-details ${id}-title"><span class="unseen" id="${id}-details">Details:</span></summary>
    <div class="body">${body}</div>
  </details>`;
  return element`<article class="entry ${kinds[0]!}" id="${id}" data-kinds="${kinds.join(" ")}"
      aria-labelledby="${id}-title">
    <div class="head">
      <h3 id="${id}-title">${heading}</h3>
      ${isEmpty(where) ? null : element`<p class="where">${where}</p>`}
    </div>
    ${isEmpty(body) ? null : details}
  </article>
  `;
}

function isEmpty(content: MarkupContent): boolean {
  return content === null || (Array.isArray(content) && content.every(isEmpty));
}

export function entryArticle(entry: EntryText, id: string, isLong: boolean): Markup {
  const { kinds, object, where, lineCount, folds, facts, warnings, attributes } = entry;
  return article({
    ...{ id, kinds, lineCount, ...titleOf(entry) },
    where: [
      object === null || object.name === null ? null : element`<code><bdi>${object.address}</bdi></code> `,
      object === null || object.id === null
        ? null
        : element`<span>id <code><bdi>${object.id}</bdi></code></span> `,
      where === null ? null : element`<span>in <bdi>${where}</bdi></span>`,
    ],
    isOpen: folds === "never" || (folds !== "always" && !isLong),
    body: [
      sourceLine(entry),
      facts.map(factLine),
      warnings.map(warning),
      attributeList(attributes, id),
      memberList(entry),
    ],
  });
}

export function titleOf({ verb, kind, name, object }: EntryText): { title: string; kind: string | null } {
  const title = name ?? object?.address;
  return title === undefined ? { title: kind, kind: null } : { title, kind: kind || verb };
}

function sourceLine({ source }: EntryText): Markup | null {
  if (source === null) return null;
  const { place, url, construct } = source;
  const code = place === null ? null : element`<code><bdi>${place}</bdi></code>`;
  const linked = code === null || url === null ? code : element`<a href="${url}">${code}</a>`;
  const named = construct === null ? null : element`construct <code><bdi>${construct}</bdi></code>`;
  return element`<p class="fact">Source: ${linked}${linked === null || named === null ? null : ", "}${named}</p>`;
}

export function factLine(fact: Fact): Markup {
  const { words, quoted, isLoud } = fact;
  const text = isLoud ? element`<strong>${words}</strong>` : words;
  return element`<p class="fact">${text}${quoted.length > 0 ? [" ", listOf(quoted), endOf(fact)] : null}</p>`;
}

export function listOf(names: readonly string[]): Markup[] {
  return names.map((name, i) => element`${i === 0 ? "" : ", "}<code><bdi>${name}</bdi></code>`);
}

/** With more objects, their list is folded. */
const MAX_OPEN = 12;

function memberList({ kind, lists }: EntryText): Markup | null {
  if (lists.length === 0) return null;
  const shown = lists.map(({ where, own }) => [
    where === null ? null : element`<p class="where">in <bdi>${where}</bdi></p>`,
    element`<ul class="names">${own.map(memberItem)}</ul>`,
  ]);
  return element`<details class="members"${lists.flatMap(({ own }) => own).length > MAX_OPEN ? "" : " open"}>
    <summary>${kind}</summary>
    ${shown}
  </details>`;
}

function memberItem({ name, address, note }: ObjectText): Markup {
  const title = name === null ? null : element`<b>${name}</b> `;
  return element`<li>${title}<code>${address}</code>${note === null ? null : element` <i>${note}</i>`}</li>\n`;
}

export function messageArticle({ kind, summary, detail, places }: MessageText, id: string): Markup {
  const [first = [], ...others] = places;
  const list = element`<details class="members">
    <summary>${count(places.length, "place")}</summary>
    <ul class="names">${places.map((place) => element`<li>${listOf(place)}</li>\n`)}</ul>
  </details>`;
  return article({
    ...{ id, kinds: [kind], title: summary },
    where: others.length === 0 ? listOf(first) : [],
    body: [detailOf(detail), others.length === 0 ? null : list],
  });
}

function warning({ severity, summary, detail }: Texts): Markup {
  return element`<div class="message ${severity}">
    <p><strong>${capitalized(severity)}: <bdi>${summary}</bdi></strong></p>
    ${detailOf(detail)}
  </div>`;
}

function detailOf(detail: string): Markup | null {
  return detail === "" ? null : element`<p class="detail">${textLines(detail)}</p>`;
}
