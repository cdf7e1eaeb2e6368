import { element, type Markup, type MarkupContent, textLines } from "../../../render/markup";
import { capitalized, count } from "../../../util/text";
import { type EntryText, type Kind, titleOf } from "../document/entries";
import { endOf, type Fact, type MessageText, type ObjectText } from "../document/facts";
import { attributeList } from "./attributes";

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
  finding: "•",
};

export function signOf(kind: Kind): Markup {
  return element`<span class="sign" aria-hidden="true">${SIGNS[kind]}</span>`;
}

export function badge(kind: Kind): Markup {
  return element`<span class="badge ${kind}">${signOf(kind)} ${capitalized(kind)}</span> `;
}

interface Article {
  readonly id: string;
  readonly kinds: readonly Kind[];
  readonly heading: MarkupContent;
  readonly where: readonly MarkupContent[];
  readonly body: MarkupContent;
  readonly isOpen: boolean;
  readonly isFilled?: boolean;
}

function article({ id, kinds, heading, where, body, isOpen, isFilled }: Article): Markup {
  // Screen readers find no headings in buttons, and the summary is a button, so the heading stands outside of
  // the summary.
  const details = element`<details${isOpen ? " open" : ""}>
    <summary aria-labelledby="${id}-details ${id}-title"><span class="unseen" id="${id}-details">Details:</span></summary>
    <div class="body">${body}</div>
  </details>`;
  return element`<article class="entry ${kinds[0]!}" id="${id}" data-kinds="${kinds.join(" ")}"${isFilled ? " data-fills" : ""}
      aria-labelledby="${id}-title">
    <div class="head">
      <h3 id="${id}-title">${kinds.map(badge)}${heading}</h3>
      ${isEmpty(where) ? null : element`<p class="where">${where}</p>`}
    </div>
    ${isEmpty(body) ? null : details}
  </article>
  `;
}

function isEmpty(content: MarkupContent): boolean {
  return content === null || (Array.isArray(content) && content.every(isEmpty));
}

function nameOf(title: string): Markup {
  return element`<bdi class="name">${title}</bdi>`;
}

export function entryArticle(entry: EntryText, id: string, isLong: boolean): Markup {
  const { kinds, objects, stacks, lineCount, isMinor, facts, attributes } = entry;
  const { name = null, address = "", id: objectId = null } = objects.length === 1 ? objects[0]! : {};
  const { title, kind } = headingOf(entry);
  const messages = [...entry.warnings, ...entry.findings].map(messageBox);
  return article({
    ...{ id, kinds },
    heading: [
      kind === null ? null : element`<span class="kind">${kind}</span> `,
      nameOf(title),
      lineCount === "" ? null : element`<span class="lines">${lineCount}</span>`,
    ],
    where: [
      name === null ? null : element`<code><bdi>${address}</bdi></code> `,
      objectId === null ? null : element`<span>id <code><bdi>${objectId}</bdi></code></span> `,
      stacks.length === 1 ? element`<span>in <bdi>${stacks[0]!}</bdi></span>` : null,
    ],
    isOpen: !isMinor || !isLong,
    isFilled: entry.preview !== null,
    body: [facts.map(factLine), messages, attributeList(attributes, id), memberList(entry)],
  });
}

/** Returns the title, and the kind to show before it; null if the title is the kind. */
export function headingOf(entry: EntryText): { title: string; kind: string | null } {
  const title = titleOf(entry);
  return title === null ? { title: entry.kind, kind: null } : { title, kind: entry.kind || entry.verb };
}

export function factLine(fact: Fact): Markup {
  const { words, quoted, isLoud, url } = fact;
  const text = isLoud ? element`<strong>${words}</strong>` : words;
  const list = url === null ? listOf(quoted) : element`<a href="${url}">${listOf(quoted)}</a>`;
  return element`<p class="fact">${text}${quoted.length > 0 ? [" ", list, endOf(fact)] : null}</p>`;
}

export function listOf(names: readonly string[]): Markup[] {
  return names.map((name, i) => element`${i === 0 ? "" : ", "}<code><bdi>${name}</bdi></code>`);
}

const MAX_OPEN = 12;

function memberList({ kind, objects }: EntryText): Markup | null {
  if (objects.length < 2) return null;
  return element`<details class="members"${objects.length > MAX_OPEN ? "" : " open"}>
    <summary>${kind}</summary>
    <ul class="names">${objects.map(memberItem)}</ul>
  </details>`;
}

function memberItem({ name, address, note, where }: ObjectText): Markup {
  const title = name === null ? null : element`<b>${name}</b> `;
  const stack = where === null ? null : element` in <bdi>${where}</bdi>`;
  return element`<li>${title}<code>${address}</code>${stack}${note === null ? null : element` <i>${note}</i>`}</li>\n`;
}

export function messageArticle({ severity, summary, detail, places }: MessageText, id: string): Markup {
  const [first = [], ...others] = places;
  const list = element`<details class="members">
    <summary>${count(places.length, "place")}</summary>
    <ul class="names">${places.map((place) => element`<li>${listOf(place)}</li>\n`)}</ul>
  </details>`;
  return article({
    ...{ id, kinds: [severity], heading: nameOf(summary), isOpen: true },
    where: others.length === 0 ? listOf(first) : [],
    body: [detailOf(detail), others.length === 0 ? null : list],
  });
}

function messageBox({ severity, summary, detail }: Omit<MessageText, "places">): Markup {
  return element`<div class="message ${severity}">
    <p><strong>${capitalized(severity)}: <bdi>${summary}</bdi></strong></p>
    ${detailOf(detail)}
  </div>`;
}

function detailOf(detail: string): Markup | null {
  return detail === "" ? null : element`<p class="detail">${textLines(detail)}</p>`;
}
