import type { Side } from "../../../estate/engine/plan-sides";
import { attributeChanges } from "./attribute-changes";
import { textAttributes } from "./declared-attributes";
import { likenessOf, listedAttributes } from "./likeness";
import { placeOf } from "./pairs";
import {
  type AttributeChange,
  type ChangeIndex,
  type ObjectChange,
  ORIGINS,
  type Pair,
  type StackReview,
  type Value,
  type VariableChange,
} from "./review";

/** A change, or the change that stands for a pair, and where it is. */
export interface Placed {
  readonly at: ChangeIndex;
  readonly change: ObjectChange;
  /** The attributes that the formats list. */
  readonly attributes: readonly AttributeChange[];
  readonly pair: Pair | null;
}

/** Changes or pairs that share one `keyOfPlaced`. */
export type Alike = readonly [Placed, ...Placed[]];

/** Returns all changes of the stacks except the second ones of pairs. */
export function placedIn(stacks: readonly StackReview[], pairs: readonly Pair[]): Placed[] {
  const firsts = new Map(pairs.map((pair) => [placeOf(pair.first), pair]));
  const seconds = new Set(pairs.map(({ second }) => placeOf(second)));
  return stacks.flatMap(({ changes }, stack) =>
    changes.flatMap((change, i): Placed[] => {
      const at = { stack, change: i };
      if (seconds.has(placeOf(at))) return [];
      const pair = firsts.get(placeOf(at)) ?? null;
      if (pair === null) return [{ at, change, attributes: listedAttributes(change), pair }];
      const paired = pairedChange(change, stacks[pair.second.stack]!.changes[pair.second.change]!);
      return [{ at, change: paired, attributes: paired.attributes, pair }];
    }),
  );
}

/** Returns a key that two changes or pairs share if they are alike. */
export function keyOfPlaced({ change, attributes, pair }: Placed): string {
  return `${pair?.by ?? ""} ${likenessOf(change, attributes)}`;
}

/**
 * Returns the change that stands for a pair. For a delete and a create: the delete, with the attributes in which the
 * new object differs. For an import and a forget: the import.
 */
function pairedChange(first: ObjectChange, second: ObjectChange): ObjectChange {
  const warnings = [...first.warnings, ...second.warnings];
  const origin = ORIGINS.find((one) => one === first.origin || one === second.origin) ?? null;
  if (first.action !== "delete") return { ...first, warnings, origin };
  const sides = [sideOf(first.attributes, "before"), sideOf(second.attributes, "after")] as const;
  const texts = textAttributes(first.type);
  return {
    ...first,
    attributes: attributeChanges(...sides, { texts }),
    variables: variablesOf(first.variables, second.variables),
    warnings,
    origin,
  };
}

/** Returns one side of attributes. What is not visible stays unknown, so that it is never shown as equal. */
function sideOf(attributes: readonly AttributeChange[], side: "before" | "after"): Side {
  const valuesOf = <T>(part: (value: Value) => T) =>
    Object.fromEntries(attributes.map(({ path, [side]: value }) => [path, part(value)]));
  return {
    value: valuesOf((one) => (one.kind === "value" ? one.value : null)),
    sensitive: valuesOf(({ kind }) => kind === "sensitive"),
    unknown: valuesOf(({ kind }) => kind === "unknown"),
  };
}

function variablesOf(gone: VariableChange | null, added: VariableChange | null): VariableChange | null {
  if (gone === null || added === null) return null;
  return {
    appear: added.appear.filter((one) => !gone.vanish.includes(one)),
    vanish: gone.vanish.filter((one) => !added.appear.includes(one)),
  };
}
