import { type Content, element, type Markup } from "../../../page/markup";
import { capitalized, sentence } from "../../shared/text";
import type { ObjectChange, Review, StackReview } from "../model/review";
import { isNothingToDo } from "../model/totals";
import { consequenceOf, dangersOf, dangerTitle, isLoss } from "../wording/dangers";
import { kindOf, nameOf } from "../wording/objects";
import { failureTitle, ONLY_STATE, reviewSentence } from "../wording/summary";
import { listOf } from "./entries";
import { badge, counted, kindsOfTotals, signOf } from "./kinds";
import { changeId, stackId } from "./stack";

/** Number of items that a list above the changes shows: more would push the changes off the screen. */
const MOST_LISTED = 12;

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
export function failures(stacks: readonly StackReview[]): Markup | null {
  const failed = stacks.filter(({ planned }) => !planned);
  return announcement(["failures", capitalized(failureTitle(stacks))], failed, (stack) => {
    const error = stack.diagnostics.find(({ severity }) => severity === "error");
    return element`${badge("error")}
      <a href="#${stackId(stacks.indexOf(stack))}"><bdi>${stack.name}</bdi></a>
      ${error === undefined ? null : element`<strong><bdi>${error.summary}</bdi></strong>`}`;
  });
}

/** Returns the changes that delete objects, which come first on the page; null for none. */
export function dangers(stacks: readonly StackReview[]): Markup | null {
  const found = dangersOf(stacks);
  const title = dangerTitle(found.map(({ change }) => change));
  return announcement(["dangers", title], found, ({ stack, change, drift }) => {
    const id = changeId(stacks.indexOf(stack), stack.changes.indexOf(change));
    return element`${badge(change.action)}
      <a href="#${id}"><bdi>${nameOf(change)}</bdi></a>
      <span class="aside">${kindOf(change)}${stacks.length > 1 ? element` in <bdi>${stack.name}</bdi>` : null}</span>
      ${consequence(change)}${drift === null ? null : element`<strong>${sentence(drift)}</strong> `}${forced(change)}`;
  });
}

/** Returns a list of items that a reader must not miss; null if there are none. */
function announcement<T>(
  [id, title]: readonly [string, string],
  items: readonly T[],
  contentOf: (item: T) => Content,
): Markup | null {
  if (items.length === 0) return null;
  const left = items.length - MOST_LISTED;
  return element`<section class="dangers" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul>
      ${items.slice(0, MOST_LISTED).map((item) => element`<li>${contentOf(item)}</li> `)}
    </ul>
    ${left > 0 ? element`<p>and ${left} more, at the top of their stacks</p>` : null}
  </section>`;
}

/** Returns the changes that `dangers` lists, each with its effect on linked mailboxes. */
export function announcedIn(stacks: readonly StackReview[]): ReadonlySet<ObjectChange> {
  const listed = dangersOf(stacks).slice(0, MOST_LISTED);
  return new Set(listed.map(({ change }) => change));
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
  const row = (head: Content, own: Review["totals"]) => element`<tr>
    <th scope="row">${head}</th>
    ${kinds.map((kind) => element`<td class="${kind}">${own[kind] === 0 ? null : own[kind]}</td>`)}
  </tr>`;
  const headOf = (stack: StackReview, i: number) =>
    element`<a href="#${stackId(i)}"><bdi>${stack.name}</bdi></a>${noteOf(stack)}`;
  return element`<section class="roll-up" aria-labelledby="stacks">
    <h2 id="stacks">${stacks.length} stacks</h2>
    <div class="scroll" role="region" aria-labelledby="stacks" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Stack</th>
            ${kinds.map((kind) => element`<th scope="col">${capitalized(kind)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${stacks.map((stack, i) => row(headOf(stack, i), stack.totals))}
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
