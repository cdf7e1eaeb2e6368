import { REDACTED } from "../../shared/secrets";
import { groupBy } from "../shared/lists";
import type { StateObject } from "../states/state-file";
import type { Connection } from "../workspace/connection";
import { identify, type Identified } from "../workspace/identify";
import { keyOf, type ListedObject } from "../workspace/objects";
import { Workspace } from "../workspace/workspace";
import type { Failure, Reading } from "./read-objects";

interface StateComparison {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  isSelected(name: string): boolean;
}

/**
 * Compares the listed objects with those that states hold under the same ids. Returns the ones that a state
 * holds, and as failures those for which no state is known to hold the object that the workspace has.
 */
export async function compareWithStates(
  { lists }: Reading,
  states: readonly StateObject[],
  { connection, signal, isSelected }: StateComparison,
): Promise<{ readonly managed: readonly ListedObject[]; readonly failures: readonly Failure[] }> {
  const listed = [...lists.values()].flatMap(({ objects }) => objects);
  const selected = new Map(listed.filter(({ name }) => isSelected(name)).map((one) => [keyOf(one), one]));
  const holders = states.filter((state) => selected.has(keyOf(state)));
  const identified = await identify(new Workspace(connection, signal), holders, listed);
  const groups = [...groupBy(identified, ({ state }) => keyOf(state))].map(([key, by]) => {
    return { object: selected.get(key)!, by };
  });
  return {
    managed: groups.filter(({ by }) => by.some(isHeld)).map(({ object }) => object),
    failures: groups.filter(({ by }) => !by.some(isHeld)).map(({ object, by }) => failureOf(object, by)),
  };
}

function isHeld({ finding: { is } }: Identified): boolean {
  return is === "listed" || is === "found";
}

function failureOf(object: ListedObject, by: readonly Identified[]): Failure {
  const isSensitive = by.some(({ state }) => state.sensitive.has("name"));
  const [{ state, finding }] = by as [Identified];
  const reason = finding.is === "unknown" ? finding.reason : "It was deleted after it was listed.";
  const { address, source } = state;
  return {
    object: isSensitive ? { ...object, name: REDACTED } : object,
    message: `The state of ${source.name} has an object with this id, at ${address}. ${reason}`,
  };
}
