import { kindOfType } from "../../../objects/kinds";
import { canonicalText } from "../../../objects/text";
import type { PlanJson, PlannedResource } from "../../engine/plan-json";
import { isObject } from "../../shared/json";
import { groupBy } from "../../shared/lists";
import { isOfDeposed } from "./addresses";
import { keyOfObject, workspaceIn } from "./object-key";
import type { ChangeIndex, ObjectChange, Pair, StackReview } from "./review";

/** A reviewed stack and its plan. */
interface Planned {
  readonly review: StackReview;
  readonly plan: PlanJson | null;
}

/** A change that may be one of a pair. */
interface Half {
  readonly at: ChangeIndex;
  readonly change: ObjectChange;
  readonly resource: PlannedResource;
}

/**
 * Returns the pairs of changes that are about one object. A forget and an import of the object move it. A delete and a
 * create of the same name, or else of the same prompt, look like a rename. Only changes with one possible partner are
 * a pair.
 */
export function pairsOf(stacks: readonly Planned[]): Pair[] {
  const halves = stacks.flatMap(halvesIn);
  const having = (isWanted: (change: ObjectChange) => boolean) =>
    halves.filter(({ change }) => isWanted(change));
  const imported = having(({ importId }) => importId !== null);
  const forgotten = having(({ action }) => action === "forget");
  const deleted = having(({ action }) => action === "delete");
  // A create that adopts another object is no rename.
  const created = having(
    ({ action, adopts, knownAfterApply }) =>
      action === "create" && !adopts && !knownAfterApply.includes("adopted"),
  );
  const renamed = matched([deleted, created], "name", nameKey);
  const taken = new Set(renamed.flatMap(({ first, second }) => [placeOf(first), placeOf(second)]));
  const left = ({ at }: Half) => !taken.has(placeOf(at));
  return [
    ...matched([imported, forgotten], "id", objectKeyOf),
    ...renamed,
    ...matched([deleted.filter(left), created.filter(left)], "prompt", promptKey),
  ];
}

function halvesIn({ review, plan }: Planned, stack: number): Half[] {
  const resources = new Map(
    (plan?.resource_changes ?? []).flatMap((one) =>
      one.deposed === undefined ? [[one.address, one] as const] : [],
    ),
  );
  return review.changes.flatMap((change, i) => {
    const resource = resources.get(change.address);
    const isHalf = kindOfType(change.type) !== undefined && !isOfDeposed(change);
    return resource === undefined || !isHalf ? [] : [{ at: { stack, change: i }, change, resource }];
  });
}

/** Returns pairs of changes with the same key, unless several of either have it. */
function matched(
  [firsts, seconds]: readonly [readonly Half[], readonly Half[]],
  by: Pair["by"],
  keyFor: (half: Half) => string | null,
): Pair[] {
  const others = groupBy(seconds, keyFor);
  return [...groupBy(firsts, keyFor)].flatMap(([key, own]) => {
    const found = others.get(key) ?? [];
    return own.length === 1 && found.length === 1 ? [{ first: own[0]!.at, second: found[0]!.at, by }] : [];
  });
}

function objectKeyOf({ change, resource }: Half): string | null {
  const { before, after } = resource.change;
  const key =
    change.action === "forget"
      ? keyOfObject(change.type, before)
      : keyOfObject(change.type, after, change.importId ?? undefined);
  return key ?? null;
}

function nameKey({ at, change, resource }: Half): string | null {
  const { type, name } = change;
  const text = canonicalText(name ?? "");
  return text === "" ? null : JSON.stringify([type, workspaceOf(resource, at), text]);
}

function promptKey({ at, change, resource }: Half): string | null {
  const { type, action, attributes } = change;
  const prompt = attributes.find(({ path }) => path === "prompt");
  const value = action === "delete" ? prompt?.before : prompt?.after;
  if (value?.kind !== "value" || typeof value.value !== "string") return null;
  const text = canonicalText(value.value);
  return text === "" ? null : JSON.stringify([type, workspaceOf(resource, at), text]);
}

/** Returns the workspace; the index of the stack if the plan does not show it, because other stacks may have another. */
function workspaceOf(
  { change: { before, after } }: PlannedResource,
  { stack }: ChangeIndex,
): string | number {
  const side = isObject(after ?? undefined) ? after : before;
  const { workspace_id: id } = (side ?? {}) as { readonly workspace_id?: unknown };
  return workspaceIn(id) || stack;
}

/** Returns one text for a place, for maps and sets. */
export function placeOf({ stack, change }: ChangeIndex): string {
  return `${stack} ${change}`;
}
