import { type MarkupContent, element, type Markup } from "../../../render/markup";
import { badge, type Kind } from "./kinds";

/** A part of the page that a reader can filter and fold: a change, drift, an output or a message. */
export interface Article {
  readonly id: string;
  /** Each kind has a badge, and the first kind decides the colour. */
  readonly kinds: readonly Kind[];
  /** The kind of object, such as `snippet`. Default: none, as for several objects, an output or a message. */
  readonly kind?: string;
  readonly title: MarkupContent;
  /** What stands after the title. Default: nothing. */
  readonly aside?: MarkupContent;
  readonly where: MarkupContent;
  readonly body: MarkupContent;
  /** Default: true. */
  readonly isOpen?: boolean;
}

export function article(entry: Article): Markup {
  const { id, kinds, kind, title, aside = null, where, body, isOpen = true } = entry;
  const heading = [
    kinds.map(badge),
    kind === undefined ? null : element`<span class="kind">${kind}</span> `,
    element`<bdi class="name">${title}</bdi>`,
    aside,
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
      ${where}
    </div>
    ${isEmpty(body) ? null : details}
  </article>
  `;
}

function isEmpty(content: MarkupContent): boolean {
  return content === null || (Array.isArray(content) && content.every(isEmpty));
}

/** Returns names as code, separated by commas. */
export function listOf(names: readonly string[]): Markup[] {
  return names.map((name, i) => element`${i === 0 ? "" : ", "}<code><bdi>${name}</bdi></code>`);
}
