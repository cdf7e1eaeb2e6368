import { type Content, element, type Markup, textLines } from "../../../page/markup";
import type { Diagnostic } from "../../engine/diagnostics";
import { capitalized, sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type { ObjectChange, ObjectDrift, ObjectIdentity, OutputChange } from "../model/review";
import { placesOf } from "../warnings/diagnostics";
import { isDangerous } from "../wording/dangers";
import { type Fact, factsOf, filledIn, isNamed, kindOf, listedAttributes, nameOf } from "../wording/objects";
import { attributeList, variableList } from "./attributes";
import { badge, type Kind, kindsOfChange } from "./kinds";

/** A part of the page that a reader can filter and fold: a change, drift, an output or a diagnostic. */
interface Entry {
  readonly id: string;
  /** Each kind has a badge, and the first kind decides the colour. */
  readonly kinds: readonly Kind[];
  /** The kind of object, such as `snippet`; null for an output or a diagnostic. */
  readonly kind: string | null;
  readonly title: Content;
  readonly where: Content;
  readonly body: Content;
  /** Default: true. */
  readonly isOpen?: boolean;
}

function entry({ id, kinds, kind, title, where, body, isOpen = true }: Entry): Markup {
  const heading = [
    kinds.map(badge),
    kind === null ? null : element`<span class="kind">${kind}</span> `,
    element`<bdi class="name">${title}</bdi>`,
  ];
  // The heading is outside of the summary: a summary is a button, in which screen readers find no headings.
  const details = element`<details${isOpen ? " open" : ""}>
    <summary aria-labelledby="${id}-details ${id}-title"><span class="unseen" id="${id}-details">Details:</span></summary>
    <div class="body">${body}</div>
  </details>`;
  return element`<article class="entry ${kinds[0]!}" id="${id}" data-kinds="${kinds.join(" ")}"
      aria-labelledby="${id}-title">
    <div class="head">
      <h4 id="${id}-title">${heading}</h4>
      ${where}
    </div>
    ${isEmpty(body) ? null : details}
  </article>
  `;
}

function isEmpty(content: Content): boolean {
  return content === null || (Array.isArray(content) && content.every(isEmpty));
}

export interface Display {
  /** Whether changes that delete nothing are folded. */
  readonly isFolded: boolean;
  /** Changes whose effect on linked mailboxes is shown at the top of the page. */
  readonly announced: ReadonlySet<ObjectChange>;
}

export function changeEntry(change: ObjectChange, id: string, { isFolded, announced }: Display): Markup {
  const later = filledIn(change);
  return entry({
    id,
    kinds: kindsOfChange(change),
    ...identityOf(change),
    isOpen: !isFolded || isDangerous(change),
    body: [
      factsOf(change, announced.has(change)).map(factLine),
      change.warnings.map(message),
      change.variables === null ? null : variableList(change.variables),
      attributeList(listedAttributes(change), change.action, id),
      later === null ? null : element`<p class="later">${later}: ${listOf(change.knownAfterApply)}</p>`,
    ],
  });
}

function factLine({ words, quoted, isLoud }: Fact): Markup {
  if (quoted.length > 0) return element`<p class="fact">${words} ${listOf(quoted)}.</p>`;
  return element`<p class="fact">${isLoud ? element`<strong>${words}</strong>` : words}</p>`;
}

function identityOf(object: ObjectIdentity): Pick<Entry, "kind" | "title" | "where"> {
  const { address, id } = object;
  const isTitle = !isNamed(object);
  const where = element`<p class="where">
    ${isTitle ? null : element`<code><bdi>${address}</bdi></code> `}
    ${id === null ? null : element`<span>id <code><bdi>${id}</bdi></code></span>`}
  </p>`;
  return { kind: kindOf(object), title: nameOf(object), where: isTitle && id === null ? null : where };
}

/** Returns names as code, separated by commas. */
export function listOf(names: readonly string[]): Markup[] {
  return names.map((name, i) => element`${i === 0 ? "" : ", "}<code><bdi>${name}</bdi></code>`);
}

export function driftEntry(drift: ObjectDrift, id: string): Markup {
  return entry({
    id,
    kinds: ["drift"],
    ...identityOf(drift),
    body: [
      factLine({ words: sentence(driftWords(drift)), quoted: [], isLoud: drift.action === "delete" }),
      drift.variables === null ? null : variableList(drift.variables),
      attributeList(drift.attributes, drift.action, id),
    ],
  });
}

export function outputEntry({ name, action, attributes }: OutputChange, id: string): Markup {
  const word = action === "create" ? "new" : "removed";
  const where = action === "update" ? null : element`<p class="where">${word}</p>`;
  const body = attributeList(attributes, action, id);
  return entry({ id, kinds: ["output"], kind: null, title: name, where, body });
}

/** Returns the entry of a diagnostic that is about none of the objects. */
export function messageEntry(diagnostic: Diagnostic, id: string): Markup {
  const { severity, summary } = diagnostic;
  const places = placesOf(diagnostic);
  const where = places.length === 0 ? null : element`<p class="where">${listOf(places)}</p>`;
  return entry({ id, kinds: [severity], kind: null, title: summary, where, body: detailOf(diagnostic) });
}

function message(diagnostic: Diagnostic): Markup {
  const { severity, summary } = diagnostic;
  return element`<div class="message ${severity}">
    <p><strong>${capitalized(severity)}: <bdi>${summary}</bdi></strong></p>
    ${detailOf(diagnostic)}
  </div>`;
}

function detailOf({ detail }: Diagnostic): Markup | null {
  return detail === "" ? null : element`<p class="detail">${textLines(detail)}</p>`;
}
