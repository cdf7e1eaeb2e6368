import { groupBy } from "../../util/lists";
import { identify, type Identified, isHeld, shownAs } from "../../estate/workspace/identify";
import { keyOf, type ListedObject } from "../../estate/workspace/objects";
import { Workspace } from "../../estate/workspace/workspace";
import type { Failure, Reading, Scope } from "./read-objects";

/**
 * Compares the listed objects with those that states hold under the same ids. Returns the ones that a state
 * holds, and as failures those for which no state is known to hold the object that the workspace has.
 */
export async function compareWithStates(
  { lists }: Reading,
  { connection, managed, isSelected, signal }: Scope,
): Promise<{ readonly managed: readonly ListedObject[]; readonly failures: readonly Failure[] }> {
  const listed = [...lists.values()].flatMap(({ objects }) => objects);
  const selected = new Map(listed.filter(isSelected).map((one) => [keyOf(one), one]));
  const holders = managed.filter((state) => selected.has(keyOf(state)));
  const identified = await identify(new Workspace(connection, signal), holders, listed);
  const groups = [...groupBy(identified, ({ state }) => keyOf(state))].map(([key, by]) => {
    return { object: selected.get(key)!, by };
  });
  return {
    managed: groups.filter(({ by }) => by.some(isHeld)).map(({ object }) => object),
    failures: groups.filter(({ by }) => !by.some(isHeld)).map(({ object, by }) => failureOf(object, by)),
  };
}

function failureOf(object: ListedObject, by: readonly Identified[]): Failure {
  const [{ state, finding }] = by as [Identified];
  const reason = finding.is === "unknown" ? finding.reason : "It was deleted after it was listed.";
  const { address, source } = state;
  return {
    object: shownAs(object, by),
    message: `The state of ${source.name} has an object with this id, at ${address}. ${reason}`,
  };
}
