import { element, type Markup } from "../../../page/markup";
import type { Entry } from "../model/entries";
import { acknowledgedIn, messagesOf } from "../model/messages";
import type { Review, StackReview } from "../model/review";
import { driftBesideChanges } from "../model/totals";
import { driftEntry, outputEntry } from "./beside-changes";
import { changeEntry, type Display } from "./entries";
import { acknowledgedEntry, messageEntry } from "./messages";

/** Returns the sections with everything that a reader can filter. Errors come first. */
export function sections(review: Review, entries: readonly Entry[], display: Display): Markup[] {
  const { stacks } = review;
  const { isOneOfMany } = display;
  const messages = messagesOf(review).map((one, i) => ({
    one,
    source: messageEntry(one, messageId(i), isOneOfMany),
  }));
  const changes = entries.map((one, i) => ({ one, source: changeEntry(one, changeId(i), display) }));
  const placed = <T>(
    of: (stack: StackReview) => readonly T[],
    write: (one: T, id: number, stack: string | null) => Markup,
  ) =>
    stacks
      .flatMap((stack) => of(stack).map((one) => ({ one, stack })))
      .map(({ one, stack }, i) => write(one, i, isOneOfMany ? stack.name : null));
  const sources = <T>(all: readonly { one: T; source: Markup }[], isWanted: (one: T) => boolean) =>
    all.filter(({ one }) => isWanted(one)).map(({ source }) => source);
  const groups: Record<string, Markup[]> = {
    Errors: sources(messages, ({ severity }) => severity === "error"),
    ...Object.fromEntries(
      TITLES.flatMap(([origin, title, kept]) => [
        [title, sources(changes, ({ change, danger }) => change.origin === origin && danger !== "kept")],
        [kept, sources(changes, ({ change, danger }) => change.origin === origin && danger === "kept")],
      ]),
    ),
    Warnings: sources(messages, ({ severity }) => severity === "warning"),
    Drift: placed(driftBesideChanges, (one, i, stack) => driftEntry(one, `d${i}`, stack)),
    Outputs: placed(
      ({ outputs }) => outputs,
      (one, i, stack) => outputEntry(one, `o${i}`, stack),
    ),
    "Acknowledged warnings": acknowledgedIn(review).map((one, i) =>
      acknowledgedEntry(one, `a${i}`, isOneOfMany),
    ),
  };
  return Object.entries(groups).flatMap(([title, all], i) => group(`g${i}`, title, all) ?? []);
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
