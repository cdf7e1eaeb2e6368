import { compareText, groupBy } from "../../../util/lists";
import {
  type AcknowledgedWarning,
  ACTIONS_IN_ORDER,
  type Danger,
  DANGERS,
  type Group,
  LOUD,
  type ObjectChange,
  ORIGINS,
  type Pair,
  type Review,
  type StackReview,
} from "./review";
import { countLines, editedLines, likenessOf, withoutAddress } from "./likeness";
import { type Member, membersOf, placeOf } from "./pairs";
import type { Diagnostic } from "../../../estate/engine/diagnostics";

type Alike = readonly [Member, ...Member[]];

interface Part {
  readonly all: Alike;
  readonly own: Alike;
  readonly danger: Danger;
}

/**
 * `LOUD` groups come first, because the next apply changes their objects in any case. Then come groups of the
 * branch.
 */
export function groupsOf(stacks: readonly StackReview[], pairs: readonly Pair[]): Group[] {
  const alike = groupBy(
    membersOf(stacks, pairs),
    ({ change, attributes, pairedBy }) => `${pairedBy ?? ""} ${likenessOf(change, attributes)}`,
  );
  const sets = [...alike.values()];
  const resembled = resembledBy(sets);
  const parts = sets.flatMap((all) => {
    const danger = dangerOf(all, resembled.has(all));
    const byOrigin = groupBy(all, ({ change }) => change.origin ?? "none");
    return Array.from(byOrigin.values(), (own): Part => ({ all, own, danger }));
  });
  parts.sort(inOrder);
  // If several origins have like changes, the first group represents them in comparisons.
  const indexOf = new Map<Alike | undefined, number>(parts.map(({ all }, i) => [all, i] as const).reverse());
  return parts.map(({ all, own, danger }) => ({
    danger,
    objects: own.map(({ at }) => at),
    lines: countLines(own[0].attributes),
    resembles: indexOf.get(resembled.get(all)) ?? null,
  }));
}

function dangerOf([{ change }, ...others]: Alike, isOutlier: boolean): Danger {
  const { action, adopts, lostEdit, variables, warnings } = change;
  if (action === "delete") return "delete";
  if (lostEdit !== null || adopts) return "overwrite";
  if (action === "replace" || action === "forget") return action;
  if (variables !== null && variables.vanish.length > 0) return "variables";
  if (warnings.length > 0) return "warning";
  if (isOutlier) return "outlier";
  if (action === "none") return "kept";
  return others.length === 0 ? "single" : "group";
}

/** Sorts by danger. Within a danger, clusters with the most linked mailboxes come first. */
function inOrder(a: Part, b: Part): number {
  const [ranks, others] = [ranksOf(a), ranksOf(b)];
  const first = ranks.findIndex((rank, i) => rank !== others[i]);
  return first < 0 ? 0 : ranks[first]! - others[first]!;
}

function ranksOf({ danger, own }: Part): number[] {
  const [{ change, at }] = own;
  const origin = change.origin === null ? 0 : 1 + ORIGINS.indexOf(change.origin);
  const linked = change.associatedCount ?? 0;
  return [
    ...[LOUD.has(danger) ? 0 : origin, DANGERS.indexOf(danger), origin],
    // A negative number is invalid and counts as the largest.
    linked < 0 ? -Infinity : -linked,
    ...[ACTIONS_IN_ORDER.indexOf(change.action), own.length, at.stack, at.change],
  ];
}

/** To count as larger, a set must have this many times as many objects. */
const TIMES_LARGER = 2;

function resembledBy(sets: readonly Alike[]): Map<Alike, Alike> {
  const edits = sets.flatMap((set) => [...editLinesOf(set[0].change).keys()].map((line) => ({ set, line })));
  const withLine = groupBy(
    edits.filter(({ set }) => set.length >= TIMES_LARGER),
    ({ line }) => line,
  );
  const found = new Map<Alike, Alike>();
  for (const [set, lines] of groupBy(edits, (edit) => edit.set)) {
    const shared = new Map<Alike, number>();
    for (const { line } of lines)
      for (const { set: other } of withLine.get(line) ?? [])
        if (other.length >= TIMES_LARGER * set.length) shared.set(other, (shared.get(other) ?? 0) + 1);
    const [nearest] = [...shared].sort(([a, some], [b, more]) => more - some || b.length - a.length);
    if (nearest !== undefined) found.set(set, nearest[0]);
  }
  return found;
}

/**
 * Returns edited lines with their signs, by type, attribute and line. Omits empty lines, because many edits
 * have them.
 */
export function editLinesOf({ action, type, attributes }: ObjectChange): ReadonlyMap<string, string> {
  const found = attributes.flatMap(({ path, diff }) => {
    const { removed, added } = diff === null ? { removed: [], added: [] } : editedLines(diff);
    return [...removed.map((text) => `− ${text}`), ...added.map((text) => `+ ${text}`)]
      .filter((line) => line.trim().length > 1)
      .map((line) => [JSON.stringify([type, path, line]), line] as const);
  });
  return new Map(action === "update" ? found : []);
}

/** The first change represents all changes of the group. */
export interface Entry extends Pick<Member, "change" | "attributes" | "pairedBy"> {
  readonly danger: Danger;
  readonly lines: Group["lines"];
  readonly members: Alike;
  readonly resembles: Omit<Entry, "resembles"> | null;
}

export function entriesOf({ stacks, groups, pairs }: Pick<Review, "stacks" | "groups" | "pairs">): Entry[] {
  const byPlace = new Map(membersOf(stacks, pairs).map((one) => [placeOf(one.at), one]));
  const entries = groups.map(({ danger, lines, objects }) => {
    const members = objects.map((index) => byPlace.get(placeOf(index))!) as [Member, ...Member[]];
    const [{ change, attributes, pairedBy }] = members;
    return { danger, lines, members, change, attributes, pairedBy };
  });
  return entries.map((entry, i) => {
    const { resembles } = groups[i]!;
    return { ...entry, resembles: resembles === null ? null : entries[resembles]! };
  });
}

export function messageGroupsOf(stacks: readonly StackReview[]): Review["messageGroups"] {
  const placed = stacks.flatMap(({ diagnostics }, stack) =>
    diagnostics.map((message, diagnostic) => ({ at: { stack, diagnostic }, message })),
  );
  const errorsFirst = placed.toSorted((a, b) => compareText(a.message.severity, b.message.severity));
  const groups = groupBy(errorsFirst, ({ message }) => JSON.stringify(withoutAddress(message)));
  return Array.from(groups.values(), (alike) => ({ diagnostics: alike.map(({ at }) => at) }));
}

export type Message = readonly { readonly stack: StackReview; readonly diagnostic: Diagnostic }[];

export function messagesOf({ stacks, messageGroups }: Pick<Review, "stacks" | "messageGroups">): Message[] {
  return messageGroups.map(({ diagnostics }) =>
    diagnostics.map(({ stack, diagnostic }) => {
      return { stack: stacks[stack]!, diagnostic: stacks[stack]!.diagnostics[diagnostic]! };
    }),
  );
}

/** Joins acknowledged warnings with the same text and reason. The text omits the snippets' names. */
export function acknowledgedIn({ stacks }: Pick<Review, "stacks">) {
  const all = stacks.flatMap((stack) => stack.acknowledged.map((warning) => ({ stack, warning })));
  const whatOf = ({ prompt, summary }: AcknowledgedWarning) => prompt?.what ?? summary;
  const groups = groupBy(all, ({ warning }) => JSON.stringify([whatOf(warning), warning.reason]));
  return Array.from(groups.values(), (members) => {
    const [{ warning }] = members;
    const summary = members.length === 1 ? warning.summary : whatOf(warning);
    return { summary, reason: warning.reason, members };
  });
}
