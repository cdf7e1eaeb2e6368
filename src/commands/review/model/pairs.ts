import { canonicalText } from "../../../objects/text";
import type { PlanJson, PlannedResource } from "../../../estate/engine/plan-json";
import { isObject, type JsonValue } from "../../../util/json";
import { groupBy } from "../../../util/lists";
import { currentResources, isOfDeposed, keyOfObject, workspaceIn } from "./addresses";
import { isOwnType } from "./declared-attributes";
import type { ChangeIndex, ObjectChange, Pair, StackReview } from "./review";

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
  const resources = currentResources(plan);
  return review.changes.flatMap((change, i) => {
    const resource = resources.get(change.address);
    const isHalf = isOwnType(change.type) && !isOfDeposed(change);
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
    return own.length === 1 && found.length === 1 ? [{ first: own[0].at, second: found[0]!.at, by }] : [];
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

function nameKey(half: Half): string | null {
  return textKey(half, half.change.name);
}

function promptKey(half: Half): string | null {
  const { action, attributes } = half.change;
  const prompt = attributes.find(({ path }) => path === "prompt");
  const value = action === "delete" ? prompt?.before : prompt?.after;
  return textKey(half, value?.kind === "value" ? value.value : null);
}

/** Returns a key for a text of an object, its type and workspace; null without a text. */
function textKey({ at, change, resource }: Half, value: JsonValue): string | null {
  const { before, after } = resource.change;
  const text = typeof value === "string" ? canonicalText(value) : "";
  // Where the plan does not show the workspace, other stacks may have another one.
  const workspace = workspaceIn(isObject(after) ? after : before) || at.stack;
  return text === "" ? null : JSON.stringify([change.type, workspace, text]);
}

/** Returns one text for a place, for maps and sets. */
export function placeOf({ stack, change }: ChangeIndex): string {
  return `${stack} ${change}`;
}
