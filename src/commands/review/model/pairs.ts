import { canonicalText } from "../../../objects/text";
import type { PlanJson, PlannedResource } from "../../../estate/engine/plan-json";
import { groupBy } from "../../../util/lists";
import {
  currentResources,
  isOfDeposed,
  isOwnType,
  keyOfObject,
  textAttributes,
  workspaceIn,
} from "./objects";
import {
  type Action,
  type AttributeChange,
  type ChangeIndex,
  type ObjectChange,
  ORIGINS,
  type Pair,
  type StackReview,
  type Value,
} from "./review";
import type { Side } from "../../../estate/engine/plan-sides";
import { attributeChanges } from "./attribute-changes";
import { difference } from "./object-changes";

interface Half {
  readonly at: ChangeIndex;
  readonly change: ObjectChange;
  readonly resource: PlannedResource;
}

/** Pairs only changes with a single possible partner: a wrong `moved` block would move the wrong object. */
export function pairsOf(reviews: readonly StackReview[], plans: readonly (PlanJson | null)[]): Pair[] {
  const halves = reviews.flatMap(({ changes }, stack) => {
    const resources = currentResources(plans[stack]!);
    return changes.flatMap((change, i): Half[] => {
      const resource = resources.get(change.address);
      const isHalf = isOwnType(change.type) && !isOfDeposed(change);
      return resource === undefined || !isHalf ? [] : [{ at: { stack, change: i }, change, resource }];
    });
  });
  const withAction = (wanted: Action) => halves.filter(({ change: { action } }) => action === wanted);
  const imported = halves.filter(({ change }) => change.importId !== null);
  const [forgotten, deleted] = [withAction("forget"), withAction("delete")];
  // A create that adopts another object is no rename.
  const created = withAction("create").filter(
    ({ change }) => !change.adopts && !change.knownAfterApply.includes("adopted"),
  );
  const renamed = matched(deleted, created, "name");
  const taken = new Set(renamed.flatMap(({ first, second }) => [placeOf(first), placeOf(second)]));
  const left = ({ at }: Half) => !taken.has(placeOf(at));
  return [
    ...matched(imported, forgotten, "id"),
    ...renamed,
    ...matched(deleted.filter(left), created.filter(left), "prompt"),
  ];
}

function matched(firsts: readonly Half[], seconds: readonly Half[], by: Pair["by"]): Pair[] {
  const keyOf = (half: Half) => (by === "id" ? objectKeyOf(half) : textKey(half, by));
  const others = groupBy(seconds, keyOf);
  return [...groupBy(firsts, keyOf)].flatMap(([key, own]) => {
    const found = others.get(key) ?? [];
    return own.length === 1 && found.length === 1 ? [{ first: own[0].at, second: found[0]!.at, by }] : [];
  });
}

function objectKeyOf({ change: { action, type, importId }, resource: { change } }: Half): string | null {
  return action === "forget"
    ? keyOfObject(type, change.before)
    : keyOfObject(type, change.after, importId ?? undefined);
}

function textKey({ at, change, resource }: Half, path: string): string | null {
  const side = change.action === "delete" ? "before" : "after";
  const value = change.attributes.find((attribute) => attribute.path === path)?.[side];
  const isText = value?.kind === "value" && typeof value.value === "string";
  const text = isText ? canonicalText(value.value as string) : "";
  // If the plan does not show the workspace, each stack is assumed to use another workspace.
  const workspace = workspaceIn(resource.change[side]) || at.stack;
  return text === "" ? null : JSON.stringify([change.type, workspace, text]);
}

export function placeOf({ stack, change }: ChangeIndex): string {
  return `${stack} ${change}`;
}

export interface Member {
  readonly at: ChangeIndex;
  readonly stack: StackReview;
  readonly change: ObjectChange;
  /**
   * The attributes that all formats list. Omits the name of a created or deleted object, which the title
   * shows.
   */
  readonly attributes: readonly AttributeChange[];
  readonly pairedBy: Pair["by"] | null;
  readonly partner: { readonly stack: StackReview; readonly change: ObjectChange } | null;
}

export function membersOf(stacks: readonly StackReview[], pairs: readonly Pair[]): Member[] {
  const firsts = new Map(pairs.map((pair) => [placeOf(pair.first), pair]));
  const seconds = new Set(pairs.map(({ second }) => placeOf(second)));
  return stacks.flatMap((stack, index) =>
    stack.changes.flatMap((own, i): Member[] => {
      const at = { stack: index, change: i };
      if (seconds.has(placeOf(at))) return [];
      const pair = firsts.get(placeOf(at));
      if (pair === undefined) {
        const isInTitle = own.name !== null && (own.action === "create" || own.action === "delete");
        const attributes = own.attributes.filter(({ path }) => path !== "name" || !isInTitle);
        return [{ at, stack, change: own, attributes, pairedBy: null, partner: null }];
      }
      const other = stacks[pair.second.stack]!;
      const partner = { stack: other, change: other.changes[pair.second.change]! };
      const change = pairedChange(own, partner.change);
      return [{ at, stack, change, attributes: change.attributes, pairedBy: pair.by, partner }];
    }),
  );
}

/** Adds to a delete the attributes in which the created object differs. */
function pairedChange(first: ObjectChange, second: ObjectChange): ObjectChange {
  const warnings = [...first.warnings, ...second.warnings];
  const origin = ORIGINS.find((one) => one === first.origin || one === second.origin) ?? null;
  if (first.action !== "delete") return { ...first, warnings, origin };
  const sides = [sideOf(first.attributes, "before"), sideOf(second.attributes, "after")] as const;
  const [gone, added] = [first.variables, second.variables];
  return {
    ...first,
    attributes: attributeChanges(...sides, textAttributes(first.type)),
    variables: gone && added && difference(gone.vanish, added.appear),
    warnings,
    origin,
  };
}

/** Invisible parts stay unknown, so that they never count as equal. */
function sideOf(attributes: readonly AttributeChange[], side: "before" | "after"): Side {
  const valuesOf = <T>(part: (value: Value) => T) =>
    Object.fromEntries(attributes.map(({ path, [side]: value }) => [path, part(value)]));
  return {
    value: valuesOf((one) => (one.kind === "value" ? one.value : null)),
    sensitive: valuesOf(({ kind }) => kind === "sensitive"),
    unknown: valuesOf(({ kind }) => kind === "unknown"),
  };
}
