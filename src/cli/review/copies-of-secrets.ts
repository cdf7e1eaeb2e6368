import type { JsonValue } from "./model";
import type { PlannedChange } from "./plan-json";
import { afterOf, beforeOf } from "./sides";
import { canonical, isList, isObject, partOf, unionOfMasks, type Side } from "./values";

/** Shorter ones stand in other places by chance. */
export const SHORTEST_SECRET = 4;

/**
 * The change with what is sensitive hidden where the object holds it a second time: providers copy what they are given into what
 * they fill in, as terraform_data does from `input` to `output`, and engines mark only what was given.
 */
export function withMarksOnCopies(change: PlannedChange): PlannedChange {
  const [before, after] = [beforeOf(change), afterOf(change)];
  const secrets = new Set([before, after].flatMap(secretsIn));
  if (secrets.size === 0) return change;
  // What is marked on one side stays as it is on the other: that it becomes sensitive, or no longer is, is a change of its own.
  const sensitive = unionOfMasks(before.sensitive, after.sensitive);
  const marksOf = (side: Side) => unionOfMasks(side.sensitive, copiesIn({ ...side, sensitive }, secrets));
  return { ...change, before_sensitive: marksOf(before), after_sensitive: marksOf(after) };
}

function secretsIn(side: Side): string[] {
  const { value, sensitive } = side;
  if (value === undefined || value === null) return [];
  if (sensitive === true) return isDistinctive(value) ? [canonical(value)] : [];
  if (isList(value)) return value.flatMap((_, i) => secretsIn(partOf(side, i)));
  return isObject(value) ? Object.keys(value).flatMap((key) => secretsIn(partOf(side, key))) : [];
}

function isDistinctive(value: JsonValue): boolean {
  if (typeof value === "boolean") return false;
  return (typeof value === "object" ? canonical(value) : String(value)).length >= SHORTEST_SECRET;
}

/** A mask of the places that hold one of the secrets and are not sensitive themselves. */
function copiesIn(side: Side, secrets: ReadonlySet<string>): JsonValue {
  const { value, sensitive } = side;
  if (value === undefined || value === null || sensitive === true) return false;
  if (secrets.has(canonical(value))) return true;
  if (isList(value)) return value.map((_, i) => copiesIn(partOf(side, i), secrets));
  if (!isObject(value)) return false;
  return Object.fromEntries(Object.keys(value).map((key) => [key, copiesIn(partOf(side, key), secrets)]));
}
