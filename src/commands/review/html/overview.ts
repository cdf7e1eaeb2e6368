import { element, type Markup, type MarkupContent } from "../../../render/markup";
import { capitalized, count, sentence } from "../../../util/text";
import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { Entry } from "../model/groups";
import type { ObjectChange, Review, StackReview } from "../model/review";
import { isNothingToDo } from "../model/totals";
import type { Contents } from "../wording/contents";
import { consequenceOf, isAnnounced, isLoss, titlesOf } from "../wording/dangers";
import { countOf, differences, sharedNameOf } from "../wording/entries";
import { kindOf, MAX_NAMED, nameOf } from "../wording/objects";
import { lackOf, placesOfMember } from "../wording/messages";
import {
  counted,
  failureTitle,
  ONLY_STATE,
  reviewSentence,
  timeWords,
  UPDATES_STATE,
} from "../wording/summary";
import { listOf } from "./article";
import { factLine } from "./entries";
import { badge, kindsOfTotals, signOf } from "./kinds";
import { changeId, messageId } from "./sections";

/** Returns the list of totals, or a sentence that says that nothing changes. */
export function totalsList({ totals, stacks }: Review): Markup {
  const kinds = kindsOfTotals(totals);
  if (kinds.length === 0)
    return element`<p class="nothing">✓ ${sentence(reviewSentence({ totals, stacks }))}</p>`;
  const items = kinds.map((kind) => {
    const number = element`<span class="number">${signOf(kind)}${totals[kind]}</span>`;
    return element`<li class="${kind}">${number} ${counted(kind, totals[kind])}</li> `;
  });
  return element`<ul class="totals" aria-label="Totals">${items}</ul>`;
}

/** Returns the stacks whose plans failed, each with its first error; null for none. */
export function failures({ stacks }: Review, { errors }: Contents): Markup | null {
  const failed = stacks.filter(({ planned }) => !planned);
  return announcement(["failures", capitalized(failureTitle(stacks))], failed, (stack) => {
    const index = errors.findIndex(({ members }) => members.some((one) => one.stack === stack));
    const error = stack.diagnostics.find(({ severity }) => severity === "error");
    const name = element`<bdi>${stack.name}</bdi>`;
    return element`${badge("error")}
      ${error === undefined ? name : element`<a href="#${messageId(index)}">${name}</a>`}
      ${error === undefined ? null : element`<strong><bdi>${error.summary}</bdi></strong>`}
      ${error === undefined ? null : objectOf(stack, error)}
      ${lackIn(stack)}`;
  });
}

/** Returns the name and the address of the object that failed; null if the error is about none. */
function objectOf(stack: StackReview, diagnostic: Diagnostic): Markup | null {
  const places = diagnostic.address === null ? [] : placesOfMember({ stack, diagnostic }, false);
  const names = places.slice(0, places.indexOf(diagnostic.address!) + 1);
  return names.length === 0 ? null : element`<span class="aside">${listOf(names)}</span>`;
}

function lackIn(stack: StackReview): Markup | null {
  const lack = lackOf(stack);
  if (lack === null) return null;
  const { words, names, more } = lack;
  return element`<p>${words} ${listOf(names)} ${more}</p>`;
}

/** Returns the changes that delete or overwrite objects, which come first on the page; null for none. */
export function dangers(entries: readonly Entry[], { stacks }: Review): Markup | null {
  const titles = titlesOf(entries, { stacks });
  const items = entries.filter(isAnnounced);
  if (titles.length > 0 && items.length === 0)
    return element`<section class="dangers" aria-labelledby="dangers"><h2 id="dangers">${titles[0]!}</h2></section>`;
  return announcement(["dangers", titles.join(". ")], items, (entry) => {
    const { change } = entry;
    const at = change.updatedAt === null ? "" : ` (last updated at ${timeWords(change.updatedAt)})`;
    return element`${badge(change.action === "none" ? "update" : change.action)}
      ${linkTo(entry, entries, stacks)}
      ${consequence(change)}${change.lostEdit !== null ? element`<strong>It was edited outside of Terraform${at}.</strong> ` : null}${forced(change)}`;
  });
}

/** Returns the changes that nearly equal those of more objects, with what differs; null for none. */
export function outliers(entries: readonly Entry[], { stacks }: Review): Markup | null {
  const items = entries.filter(({ danger }) => danger === "outlier");
  const title = `${capitalized(count(items.length, "change"))} unlike the others`;
  return announcement(
    ["outliers", title, "among the changes"],
    items,
    (entry) =>
      element`${badge("outlier")} ${linkTo(entry, entries, stacks)} ${differences(entry).map(factLine)}`,
  );
}

/** Returns a link to an entry of the page, with its kind and, if there are several, its stacks. */
function linkTo(entry: Entry, entries: readonly Entry[], stacks: Review["stacks"]): Markup {
  const { change, members } = entry;
  const name = sharedNameOf(entry);
  const [title, kind] =
    members.length === 1
      ? [nameOf(change), kindOf(change)]
      : name === null
        ? [countOf(entry), null]
        : [name, countOf(entry)];
  const names = [...new Set(members.map(({ stack }) => stack.name))];
  const where =
    stacks.length > 1
      ? element` in ${names.map((name, i) => element`${i === 0 ? "" : ", "}<bdi>${name}</bdi>`)}`
      : null;
  return element`<a href="#${changeId(entries.indexOf(entry))}"><bdi>${title}</bdi></a>
      <span class="aside">${kind}${where}</span>`;
}

/** Returns the first items of a list that a reader must not miss: all would push the changes off the screen. */
function announcement<T>(
  [id, title, rest = "at the top of the changes"]: readonly [id: string, title: string, rest?: string],
  items: readonly T[],
  contentOf: (item: T) => MarkupContent,
): Markup | null {
  if (items.length === 0) return null;
  const left = items.length - MAX_NAMED;
  return element`<section class="dangers ${id}" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul>
      ${items.slice(0, MAX_NAMED).map((item) => element`<li>${contentOf(item)}</li> `)}
    </ul>
    ${left > 0 ? element`<p>and ${left} more, ${rest}</p>` : null}
  </section>`;
}

/** Returns the entries that `dangers` lists, each with its effect on linked mailboxes. */
export function listedAbove(entries: readonly Entry[]): ReadonlySet<Entry> {
  return new Set(entries.filter(isAnnounced).slice(0, MAX_NAMED));
}

function consequence(change: ObjectChange): Markup | null {
  const words = consequenceOf(change);
  if (words === null) return null;
  return isLoss(change)
    ? element`<strong>${sentence(words)}</strong> `
    : element`<span class="aside">· ${sentence(words)}</span> `;
}

function forced({ forcedBy }: ObjectChange): Markup | null {
  return forcedBy.length === 0 ? null : element`<span class="aside">Forced by ${listOf(forcedBy)}.</span>`;
}

/** Returns a table with a row for each stack and a column for each kind; null for a single stack. */
export function rollUp({ stacks, totals }: Review): Markup | null {
  if (stacks.length < 2) return null;
  const kinds = kindsOfTotals(totals);
  const row = (head: MarkupContent, own: Review["totals"]) => element`<tr>
    <th scope="row">${head}</th>
    ${kinds.map((kind) => element`<td class="${kind}">${own[kind] === 0 ? null : own[kind]}</td>`)}
  </tr>`;
  const headOf = (stack: StackReview) =>
    element`<bdi>${stack.name}</bdi>${noteOf(stack)} <span class="origin">${originOf(stack)}</span>`;
  return element`<section class="roll-up" aria-labelledby="stacks">
    <h2 id="stacks">${stacks.length} stacks</h2>
    <div class="scroll" role="group" aria-labelledby="stacks" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Stack</th>
            ${kinds.map((kind) => element`<th scope="col">${capitalized(kind)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${stacks.map((stack) => row(headOf(stack), stack.totals))}
        </tbody>
        <tfoot>
          ${row("All", totals)}
        </tfoot>
      </table>
    </div>
  </section>`;
}

function noteOf(stack: StackReview): Markup | null {
  if (!stack.planned) return element` <strong class="failed">plan failed</strong>`;
  if (stack.onlyUpdatesState) return element` <span class="done">${ONLY_STATE}</span>`;
  return isNothingToDo(stack) ? element` <span class="done">no changes</span>` : null;
}

/** Returns the name of the only stack, and what is known of its plan; null for several stacks. */
export function onlyStack({ stacks }: Review): Markup | null {
  const [stack] = stacks;
  if (stack === undefined || stacks.length > 1) return null;
  const state = stack.onlyUpdatesState ? element` <span>${UPDATES_STATE}</span>` : null;
  return element`<p class="stack">Stack <bdi>${stack.name}</bdi> <span class="origin">${originOf(stack)}</span>${state}</p>`;
}

/** Returns which engine made the plan, and when; empty if neither is known. */
function originOf({ engine, engineVersion, plannedAt }: StackReview): string {
  const program = engineVersion === null ? [] : [`${engine ?? "engine"} ${engineVersion}`];
  const time = plannedAt === null ? [] : [timeWords(plannedAt)];
  return [...program, ...time].join(", ");
}
