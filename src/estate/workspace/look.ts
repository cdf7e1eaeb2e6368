import { isCancelled, isRefusal } from "../../client";
import { type Absence, absenceOf } from "../../objects/absence";
import { type Identity, identityOf, seenElsewhere } from "../../objects/identity";
import { CONTENT, isInWorkspace } from "../../objects/kinds";
import { type Listing, MIN_CUT_LENGTH } from "../../objects/listing";
import { textDifferences } from "../../objects/text";
import { hadToShow, isStale, lastWrite, leftToShow } from "../../objects/visibility-window";
import { pollUntil } from "../../provider/run/polling";
import { type StateObject, textOf } from "../states/state-file";
import { type FoundObject, readObject, type ListedObject } from "./objects";
import type { Workspace } from "./workspace";
import { inParallel } from "../../util/lists";
import type { Connection } from "./connection";

/** What one read of the object of a state shows, and one list if the read is refused. */
export type Look =
  | { readonly is: "found"; readonly object: FoundObject }
  /** The id belongs to another object, or nothing shows that the object is the one of the state. */
  | { readonly is: "another" | "not shown"; readonly object: FoundObject }
  | { readonly is: "in another workspace" }
  | (Absence & { readonly refusal: unknown })
  /** The read, or the list after it, failed for a reason that does not show whether the object exists. */
  | { readonly is: "failed"; readonly error: unknown };

export function identityIn(state: StateObject, address: string): Identity {
  const { kind, createdAt, seenAt } = state;
  const declared = Object.fromEntries(CONTENT[kind].map((name) => [name, textOf(state, name)]));
  const hasContent = (found: object) => textDifferences(CONTENT[kind], declared, found).length === 0;
  return { createdAt, elsewhere: seenElsewhere(seenAt, address), hasContent };
}

/**
 * Looks for the object of a state by the rules of the provider. As long as the last write of the object may
 * not be visible yet, looks again until it is visible. Rejects only if the run is aborted.
 */
export async function lookFor(workspace: Workspace, state: StateObject): Promise<Look> {
  const { hasContent } = identityIn(state, workspace.connection.address);
  const isSettled = (look: Look) => {
    if (look.is === "found") return !isStale(look.object, state.lastUpdatedAt, hasContent);
    return look.is !== "deleted" && look.is !== "listed" && look.is !== "listed in other case";
  };
  let last = await lookOnce(workspace, state);
  const left = isSettled(last) ? 0 : leftToShow(writtenAt(state), workspace.window);
  if (left > 0) {
    const again = async () => isSettled((last = await lookOnce(workspace, state))) || undefined;
    await pollUntil(again, left, workspace.signal);
  }
  workspace.signal.throwIfAborted();
  return last;
}

async function lookOnce(workspace: Workspace, state: StateObject): Promise<Look> {
  const { address, workspaceId } = workspace.connection;
  const identity = identityIn(state, address);
  try {
    const object = await readObject(workspace.connection.client, state, workspace.signal);
    const same = identityOf(identity, object);
    if (same !== "same") return { is: same, object };
    const isHere = isInWorkspace(object.workspaceId, workspaceId);
    return isHere ? { is: "found", object } : { is: "in another workspace" };
  } catch (error) {
    return isRefusal(error) ? judge(workspace, state, error) : failed(error);
  }
}

/** Judges a refused read by a list. Lists again only if the newest list is too old to prove a delete. */
async function judge(workspace: Workspace, state: StateObject, refusal: unknown): Promise<Look> {
  const { elsewhere } = identityIn(state, workspace.connection.address);
  const { id } = state;
  const inventory = workspace.inventory(state.kind);
  const isProof = (listing: Listing) =>
    listing.spellingOf(id) === undefined && hadToShow(writtenAt(state), listing.age, workspace.window);
  try {
    const { newest } = inventory;
    const listing =
      newest !== undefined && isProof(newest) ? newest : await inventory.fresh(workspace.signal);
    return { ...absenceOf(refusal, { id, listing, elsewhere }), refusal };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Look {
  if (isCancelled(error)) throw error;
  return { is: "failed", error };
}

function writtenAt({ createdAt, lastUpdatedAt, writtenAt: recorded }: StateObject): string | null {
  return lastWrite({ created_at: createdAt, last_updated_at: lastUpdatedAt }, recorded);
}

/** Other names may be as long as the cut ones by chance. */
const MAX_READS = 3;

/** Why a selection by name may be wrong. */
export const OTHER_NAMES =
  "The list shows other names than the objects have, so --match and --exclude may select wrong objects.";

/**
 * Reports whether a list may show other names than its objects have. Reads those with the longest listed names:
 * a list that cuts names cuts the longest. A read that fails shows no name, so the result is true.
 */
export async function mayShowOtherNames(
  { client, concurrency }: Connection,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): Promise<boolean> {
  const longest = objects.reduce((length, { name }) => Math.max(length, name.length), MIN_CUT_LENGTH);
  const first = objects.filter(({ name }) => name.length === longest).slice(0, MAX_READS);
  const isOther = await inParallel(first, concurrency, async (object) => {
    try {
      return (await readObject(client, object, signal)).name !== object.name;
    } catch {
      signal.throwIfAborted();
      return true;
    }
  });
  return isOther.includes(true);
}
