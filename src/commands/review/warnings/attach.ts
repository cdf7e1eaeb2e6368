import { type Diagnostic, FACTS, saysLostEdit } from "../../../estate/engine/diagnostics";
import { groupBy } from "../../../util/lists";
import { isOfDeposed, ownAddress, withoutKeys } from "../model/addresses";
import type { Action, ObjectChange, ObjectIdentity } from "../model/review";

/** Actions on objects that left the configuration: warnings about the configuration cannot concern them. */
const REMOVES: ReadonlySet<Action> = new Set(["delete", "forget"]);

/**
 * Returns each change with the warnings about it, and separately all other warnings and the errors. A warning without an
 * address, such as one about a planned delete, is about the object that the provider names in its facts.
 */
export function attachWarnings(
  reported: readonly Diagnostic[],
  changes: readonly ObjectChange[],
): { changes: ObjectChange[]; diagnostics: Diagnostic[] } {
  const attached = new Map(changes.map((change) => [change, [] as Diagnostic[]]));
  const changesAt = groupBy(changes, ownAddress);
  const changesOf = byFacts(changes);
  const instancesOf = groupBy(changes, (change) => withoutKeys(ownAddress(change)));
  const ownersOf = (one: Diagnostic): readonly ObjectChange[] => {
    const { address, [FACTS]: facts } = one;
    if (address === null) return changesOf(one);
    const named = changesAt.get(address) ?? [];
    const withId = named.filter(({ id }) => id !== null && id === facts?.object?.id);
    if (withId.length > 0) return withId;
    // The warnings of a validation lack the keys of instances.
    const staying = (instancesOf.get(address) ?? []).filter(({ action }) => !REMOVES.has(action));
    if (staying.length > 0 && named.every(({ action }) => REMOVES.has(action))) return staying;
    const current = named.filter((change) => !isOfDeposed(change));
    return current.length > 0 ? current : named;
  };
  const diagnostics = reported.filter((one) => {
    const owners = one.severity === "error" ? [] : ownersOf(one);
    for (const owner of owners) attached.get(owner)!.push(one);
    return owners.length === 0;
  });
  return { changes: changes.map((change) => withWarnings(change, attached.get(change)!)), diagnostics };
}

/** Returns a function that returns the objects that a diagnostic of the provider is about, by type and id. */
export function byFacts<T extends Pick<ObjectIdentity, "type" | "id">>(objects: readonly T[]) {
  const found = groupBy(objects, ({ type, id }) => id && JSON.stringify([type, id]));
  return ({ [FACTS]: { object } = {} }: Diagnostic): readonly T[] =>
    (object && found.get(JSON.stringify([object.type, object.id]))) ?? [];
}

/** Adds warnings. One of them may say that an edit is lost: after an earlier refresh, the plan shows no drift of it. */
function withWarnings(change: ObjectChange, warnings: readonly Diagnostic[]): ObjectChange {
  const losesEdit = warnings.some(saysLostEdit);
  return { ...change, warnings, lostEdit: change.lostEdit ?? (losesEdit ? [] : null) };
}
