import { type Content, element, type Markup } from "../../../page/markup";
import type { Action, StackReview } from "../model/review";
import { driftBesideChanges, isNothingToDo } from "../model/totals";
import { NO_ENGINE_WARNINGS, UPDATES_STATE } from "../wording/summary";
import { changeEntry, type Display, driftEntry, messageEntry, outputEntry } from "./entries";

/** Returns the section of a stack. The ids of the elements in the section begin with the section's id. */
export function stackSection(stack: StackReview, index: number, display: Display): Markup {
  const id = stackId(index);
  const all = stack.changes.map((change, i) => changeEntry(change, changeId(index, i), display));
  const changes = (isWanted: (action: Action) => boolean) =>
    all.filter((_, i) => isWanted(stack.changes[i]!.action));
  const groups: Record<string, Markup[]> = {
    Messages: stack.diagnostics.map((one, i) => messageEntry(one, `${id}-m${i}`)),
    Changes: changes((action) => action !== "none"),
    "Imports and moves": changes((action) => action === "none"),
    Drift: driftBesideChanges(stack).map((one, i) => driftEntry(one, `${id}-d${i}`)),
    Outputs: stack.outputs.map((one, i) => outputEntry(one, `${id}-o${i}`)),
  };
  return element`<section class="stack" id="${id}" aria-labelledby="${id}-title" data-group>
    <div class="title">
      <h2 id="${id}-title">Stack <bdi>${stack.name}</bdi></h2>
      <p>${statusOf(stack)}</p>
    </div>
    ${Object.entries(groups).map(([title, entries], i) => group(`${id}-g${i}`, title, entries))}
  </section> `;
}

/** Returns the id of the HTML element of a stack, from its index in the review. */
export function stackId(stack: number): string {
  return `s${stack}`;
}

export function changeId(stack: number, change: number): string {
  return `${stackId(stack)}-c${change}`;
}

function statusOf(stack: StackReview): Content {
  const origin = element`<span>${originOf(stack)}</span>`;
  if (!stack.planned) return element`<strong class="failed">The plan failed.</strong> ${origin}`;
  return [
    stack.hasEngineWarnings ? null : element`<span>${NO_ENGINE_WARNINGS}</span> `,
    stack.onlyUpdatesState ? element`<span>${UPDATES_STATE}</span> ` : null,
    isNothingToDo(stack) ? element`<span class="done">✓ No changes.</span> ` : null,
    origin,
  ];
}

/** Returns which engine made the plan, and when; empty if neither is known. */
function originOf({ engine, engineVersion, plannedAt }: StackReview): string {
  const program = engineVersion === null ? [] : [`${engine ?? "engine"} ${engineVersion}`];
  const time = plannedAt === null ? [] : [plannedAt.replace(/T(\d\d:\d\d).*Z$/, " $1 UTC")];
  return [...program, ...time].join(", ");
}

function group(id: string, title: string, entries: readonly Markup[]): Markup | null {
  if (entries.length === 0) return null;
  return element`<section aria-labelledby="${id}" data-group>
    <h3 id="${id}">${title} <span class="count">${entries.length}</span></h3>
    ${entries}
  </section>`;
}
