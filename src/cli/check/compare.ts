import { groupBy } from "../shared/lists";
import type { StateObject } from "../states/state-file";
import type { ListedObject } from "../workspace/objects";

/** The differences between a workspace and the states. */
export interface Comparison {
  readonly managed: readonly ListedObject[];
  /** Objects that no state holds. */
  readonly unmanaged: readonly ListedObject[];
  /** Objects that a state holds but the workspace no longer has. */
  readonly gone: readonly StateObject[];
  /** Objects that several resources manage, with all of them. */
  readonly managedTwice: readonly { readonly object: ListedObject; readonly by: readonly StateObject[] }[];
  /** Number of objects of other workspaces in the states. */
  readonly ofOtherWorkspaces: number;
}

/** Compares full lists of a workspace with states. Objects are the same where kind and id are. */
export function compare(
  listed: readonly ListedObject[],
  states: readonly StateObject[],
  workspaceId: string,
): Comparison {
  const own = states.filter((object) => object.workspaceId === null || object.workspaceId === workspaceId);
  const holders = groupBy(own, keyOf);
  const known = new Set(listed.map(keyOf));
  const heldBy = (object: ListedObject) => holders.get(keyOf(object)) ?? [];
  return {
    managed: listed.filter((object) => heldBy(object).length > 0),
    unmanaged: listed.filter((object) => heldBy(object).length === 0),
    gone: own.filter((object) => !known.has(keyOf(object))),
    managedTwice: listed.map((object) => ({ object, by: heldBy(object) })).filter(({ by }) => by.length > 1),
    ofOtherWorkspaces: states.length - own.length,
  };
}

function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}
