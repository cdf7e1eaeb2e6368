import { element, type Markup } from "../../../render/markup";
import type { ObjectDrift, Origin, OutputChange } from "../model/review";
import type { Contents, MessageWords } from "../wording/contents";
import { acknowledgedEntry, changeEntry, type Display, factLine, identityOf, messageEntry } from "./entries";
import { sentence } from "../../../util/text";
import { driftWords } from "../model/object-changes";
import { fact } from "../wording/objects";
import { article } from "./article";
import { attributeList, variableList } from "./attributes";

/** Returns the sections with everything that a reader can filter. Errors come first. */
export function sections(contents: Contents, display: Display): Markup[] {
  const { errors, warnings, entries, drift, outputs, acknowledged } = contents;
  const changes = entries.map((one, i) => ({ one, source: changeEntry(one, changeId(i), display) }));
  const changesOf = (origin: Origin | null, isKept: boolean) =>
    changes.flatMap(({ one: { change, danger }, source }) =>
      change.origin === origin && (danger === "kept") === isKept ? source : [],
    );
  const messages = (all: readonly MessageWords[], first: number) =>
    all.map((one, i) => messageEntry(one, messageId(first + i)));
  const groups: (readonly [title: string, entries: readonly Markup[]])[] = [
    ["Errors", messages(errors, 0)],
    ...TITLES.flatMap(([origin, title, kept]) => [
      [title, changesOf(origin, false)] as const,
      [kept, changesOf(origin, true)] as const,
    ]),
    ["Warnings", messages(warnings, errors.length)],
    ["Drift", drift.map(({ one, where }, i) => driftEntry(one, `d${i}`, where))],
    ["Outputs", outputs.map(({ one, where }, i) => outputEntry(one, `o${i}`, where))],
    ["Acknowledged warnings", acknowledged.map((one, i) => acknowledgedEntry(one, `a${i}`))],
  ];
  return groups.flatMap(([title, all], i) => group(`g${i}`, title, all) ?? []);
}

/** The titles of changes, and of imports and moves, by their origin. */
const TITLES = [
  [null, "Changes", "Imports and moves"],
  ["branch", "Changes of this branch", "Imports and moves of this branch"],
  ["unknown", "Changes that are not compared", "Imports and moves that are not compared"],
  ["base", "Changes that were pending before", "Imports and moves that were pending before"],
] as const;

/** Returns the id of the HTML element of an entry, from its index in the review. */
export function changeId(entry: number): string {
  return `c${entry}`;
}

/** Returns the id of the HTML element of a message. Errors have the first indexes. */
export function messageId(message: number): string {
  return `m${message}`;
}

function group(id: string, title: string, entries: readonly Markup[]): Markup | null {
  if (entries.length === 0) return null;
  return element`<section aria-labelledby="${id}" data-group>
    <h2 id="${id}">${title} <span class="count">${entries.length}</span></h2>
    ${entries}
  </section>
  `;
}

/** Returns drift that no change undoes. `stack` is null if the review has a single stack. */
function driftEntry(drift: ObjectDrift, id: string, stack: string | null): Markup {
  return article({
    id,
    kinds: ["drift"],
    ...identityOf(drift, stack),
    body: [
      factLine(fact(sentence(driftWords(drift)), [], drift.action === "delete")),
      drift.variables === null ? null : variableList(drift.variables),
      attributeList(drift.attributes, drift, id),
    ],
  });
}

/** Returns the change of an output. `stack` is null if the review has a single stack. */
function outputEntry(output: OutputChange, id: string, stack: string | null): Markup {
  const { name, action, attributes } = output;
  const words = [
    ...(action === "update" ? [] : [action === "create" ? "new" : "removed"]),
    ...(stack === null ? [] : [element`in <bdi>${stack}</bdi>`]),
  ];
  const where =
    words.length === 0
      ? null
      : element`<p class="where">${words.map((one) => element`<span>${one}</span> `)}</p>`;
  const body = attributeList(attributes, output, id);
  return article({ id, kinds: ["output"], title: name, where, body });
}
