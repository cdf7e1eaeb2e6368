import { identityOf } from "../../objects/identity";
import { REDACTED } from "../../util/secrets";
import type { StateObject } from "../states/state-file";
import { type Finding, findObjects } from "./find-objects";
import { identityIn } from "./look";
import { keyOf, type ListedObject } from "./objects";
import type { Workspace } from "./workspace";

export interface Identified {
  readonly state: StateObject;
  /** `listed`: an entry of the list proves that the workspace has this object. */
  readonly finding: Finding | { readonly is: "listed" };
}

/**
 * Finds out whether the workspace has the objects of states, and returns them in the same order. Reads those
 * that the complete lists alone do not identify. Rejects as `findObjects` does.
 */
export async function identify(
  workspace: Workspace,
  states: readonly StateObject[],
  listed: readonly ListedObject[],
): Promise<Identified[]> {
  const { address } = workspace.connection;
  const entries = new Map(listed.map((entry) => [keyOf(entry), entry]));
  const isShown = (state: StateObject) => isIdentified(entries.get(keyOf(state)), state, address);
  const [shown, others] = [states.filter(isShown), states.filter((state) => !isShown(state))];
  const found = await findObjects(workspace, others, shown);
  const findings = new Map(found.map(({ state, finding }) => [state, finding]));
  return states.map((state) => ({ state, finding: findings.get(state) ?? { is: "listed" } }));
}

/** Reports whether the workspace certainly has the object of a state. */
export function isHeld({ finding: { is } }: Identified): boolean {
  return is === "listed" || is === "found";
}

/** Returns the object without its name, if a configuration marks the name as sensitive. */
export function shownAs(object: ListedObject, by: readonly Identified[]): ListedObject {
  return by.some(({ state }) => state.sensitive.has("name")) ? { ...object, name: REDACTED } : object;
}

/** Reports whether an entry of a list proves that the workspace has the object of a state. */
function isIdentified(entry: ListedObject | undefined, state: StateObject, address: string): boolean {
  if (entry === undefined) return false;
  const { id, name, createdAt = null } = entry;
  // The list of snippets shows no times, so a time in the state needs a read.
  if (state.createdAt !== null && createdAt === null) return false;
  const identity = { ...identityIn(state, address), hasContent: () => false };
  return identityOf(identity, { id, name, createdAt, lastUpdatedAt: null }) === "same";
}
