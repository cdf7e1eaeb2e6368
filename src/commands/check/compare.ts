import { isInWorkspace, type Kind } from "../../objects/kinds";
import { hadToShow, type VisibilityWindow } from "../../objects/visibility-window";
import { groupBy } from "../../util/lists";
import type { State } from "../../estate/states/read-states";
import type { StateObject, StateSource } from "../../estate/states/state-file";
import { type Identified, identify, isHeld, shownAs } from "../../estate/workspace/identify";
import { mayShowOtherNames } from "../../estate/workspace/look";
import { keyOf, type ListedObject } from "../../estate/workspace/objects";
import type { Workspace } from "../../estate/workspace/workspace";

/** How the workspace and the states differ. */
export interface Comparison {
  readonly total: number;
  readonly managed: readonly ListedObject[];
  readonly unmanaged: readonly ListedObject[];
  /** Unmanaged objects that the options leave out. */
  readonly leftOut: readonly ListedObject[];
  /** Objects that a state holds, and that are confirmed deleted. */
  readonly gone: readonly StateObject[];
  readonly managedTwice: readonly { readonly object: ListedObject; readonly by: readonly StateObject[] }[];
  readonly unknown: readonly { readonly state: StateObject; readonly reason: string }[];
  /** The kinds whose list may lack objects, and why: unmanaged objects may be missing from it. */
  readonly unlisted: readonly { readonly kind: Kind; readonly reason: string }[];
  /** The kinds whose list lacks an object that a read finds, and that the list had to show. */
  readonly incomplete: readonly Kind[];
  /** True if unmanaged objects were selected by names that may be other names than those of the objects. */
  readonly hasOtherNames: boolean;
  readonly ofOtherWorkspaces: number;
  /** The stacks whose state does not exist on this machine. */
  readonly withoutState: readonly StateSource[];
}

interface Scope {
  readonly kinds: readonly Kind[];
  isLeftOut(object: ListedObject): boolean;
  /** Whether the name of an object decides if it is left out. */
  readonly isByName: boolean;
}

/**
 * Compares all objects of a workspace with the states. Deposed and tainted objects count as managed: the next
 * apply deletes or replaces them.
 */
export async function compare(
  workspace: Workspace,
  states: readonly State[],
  { kinds, isLeftOut, isByName }: Scope,
): Promise<Comparison> {
  const { workspaceId } = workspace.connection;
  const all = states.flatMap(({ objects }) => objects).filter(({ kind }) => kinds.includes(kind));
  const own = all.filter((state) => isInWorkspace(state.workspaceId, workspaceId));
  const lists = await Promise.all(kinds.map((kind) => listOf(workspace, kind)));
  const listed = lists.flatMap(({ entries }) => entries);
  const holders = await identify(workspace, own, listed);
  const objects = objectsOf(holders, listed);
  const unmanaged = objects.filter(({ by }) => by.length === 0).map(({ object }) => object);
  const managersOf = ({ by }: Held) => by.filter(isHeld).map(({ state }) => state);
  const managed = objects.map((one) => ({ object: shownAs(one.object, one.by), by: managersOf(one) }));
  return {
    total: objects.length,
    managed: managed.filter(({ by }) => by.length > 0).map(({ object }) => object),
    unmanaged: unmanaged.filter((object) => !isLeftOut(object)),
    leftOut: unmanaged.filter(isLeftOut),
    gone: holders.filter(({ finding }) => finding.is === "deleted").map(({ state }) => state),
    managedTwice: managed.filter(({ by }) => by.length > 1),
    unknown: holders.flatMap(({ state, finding }) =>
      finding.is === "unknown" ? { state, reason: finding.reason } : [],
    ),
    hasOtherNames: isByName && (await mayShowOtherNames(workspace.connection, unmanaged, workspace.signal)),
    unlisted: lists.flatMap(({ kind, listing: { doubt } }) =>
      doubt === undefined ? [] : { kind, reason: doubt.reason },
    ),
    incomplete: lists
      .filter((list) => list.listing.doubt === undefined && isIncomplete(list, holders, workspace.window))
      .map(({ kind }) => kind),
    ofOtherWorkspaces: all.length - own.length,
    withoutState: states.filter(({ isMissing }) => isMissing).map(({ source }) => source),
  };
}

async function listOf(workspace: Workspace, kind: Kind) {
  const listing = await workspace.inventory(kind).first(workspace.signal);
  return { kind, listing, entries: workspace.entries(kind) };
}

type List = Awaited<ReturnType<typeof listOf>>;

/** Reports whether a list lacks a managed object that was certainly visible when the list began. */
function isIncomplete(
  { kind, listing }: List,
  holders: readonly Identified[],
  window: VisibilityWindow,
): boolean {
  return readObjects(holders).some(
    (object) =>
      object.kind === kind &&
      listing.spellingOf(object.id) === undefined &&
      hadToShow(object.createdAt, listing.age, window),
  );
}

/** Returns the objects that reads have shown, because the list was not enough. */
function readObjects(holders: readonly Identified[]) {
  return holders.flatMap(({ finding }) => (finding.is === "found" ? finding.object : []));
}

/** An object of the workspace, and the objects of states with the same kind and id. */
interface Held {
  readonly object: ListedObject;
  readonly by: readonly Identified[];
}

function objectsOf(holders: readonly Identified[], listed: readonly ListedObject[]): Held[] {
  const groups = groupBy(holders, ({ state }) => keyOf(state));
  // A list may lack an object that a read shows.
  const objects = new Map([...listed, ...readObjects(holders)].map((object) => [keyOf(object), object]));
  return [...objects].map(([key, object]) => ({ object, by: groups.get(key) ?? [] }));
}
