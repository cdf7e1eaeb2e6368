import { isCancelled, isConnection, isOutage, isRefusal } from "../../client";
import { type Absence, absenceOf, areAllMissing } from "../../objects/absence";
import { type Identity, identityOf, seenElsewhere } from "../../objects/identity";
import { CONTENT, type Kind, KINDS } from "../../objects/kinds";
import type { Listing } from "../../objects/listing";
import { textDifferences } from "../../objects/text";
import { hadToShow, isStale, lastWrite, leftToShow } from "../../objects/visibility-window";
import { isInWorkspace } from "../../objects/kinds";
import { pollUntil } from "../../provider/run/polling";
import { shownId } from "../../provider/wording/subject";
import { inParallel } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { REDACTED } from "../../util/secrets";
import { type StateObject, textOf } from "../states/state-file";
import { RUN_DOCTOR } from "./connection";
import { type FoundObject, keyOf, type ListedObject, readObject, type Workspace } from "./workspace";

export type Finding =
  | { readonly is: "found"; readonly object: FoundObject }
  /** An entry of a list proves that the workspace has this object. */
  | { readonly is: "listed" }
  | { readonly is: "deleted" }
  /** The command could not find out. `reason` consists of sentences, with the next step. */
  | { readonly is: "unknown"; readonly reason: string };

export interface Found {
  readonly state: StateObject;
  readonly finding: Finding;
}

/**
 * Finds out whether the workspace has the objects of states, and returns them in the same order. Reads those that the
 * entries of complete lists do not identify. A failure concerns one object only. If the API cannot be reached for any
 * of them, rejects with the OutreachError.
 */
export async function findObjects(
  workspace: Workspace,
  states: readonly StateObject[],
  entries: readonly ListedObject[] = [],
): Promise<Found[]> {
  const { address, concurrency } = workspace.connection;
  const listed = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const others = states.filter((state) => !isIdentified(listed.get(keyOf(state)), state, address));
  const looks = new Map<StateObject, Look>();
  let outage: unknown;
  await inParallel(others, concurrency, async (state) => {
    const look: Look =
      outage === undefined ? await lookFor(workspace, state) : { is: "failed", error: outage };
    if (look.is === "failed" && isOutage(look.error)) outage = look.error;
    looks.set(state, look);
  });
  const failures = [...looks.values()].flatMap((look) => (look.is === "failed" ? [look.error] : []));
  const isUseless = (error: unknown) => isOutage(error) || isConnection(error);
  if (looks.size > 0 && failures.length === looks.size && failures.every(isUseless)) throw failures[0];
  const isSeen = (state: StateObject) => (looks.get(state)?.is ?? "found") === "found";
  const seen = new Set(states.filter(isSeen).map(({ kind }) => kind));
  const doubts = new Map(
    KINDS.map((kind) => [kind, seen.has(kind) ? undefined : doubtAbout(kind, looks, workspace)]),
  );
  return states.map((state) => {
    const look = looks.get(state);
    if (look === undefined) return { state, finding: { is: "listed" } };
    return { state, finding: findingOf(state, look, address, doubts.get(state.kind)) };
  });
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

export function isHeld({ finding: { is } }: Found): boolean {
  return is === "listed" || is === "found";
}

/** Returns the object without its name, if a configuration marks the name as sensitive. */
export function shownAs(object: ListedObject, by: readonly Found[]): ListedObject {
  return by.some(({ state }) => state.sensitive.has("name")) ? { ...object, name: REDACTED } : object;
}

/** Returns why the objects of a kind, of which none was found, may only seem deleted; else undefined. */
function doubtAbout(kind: Kind, looks: ReadonlyMap<StateObject, Look>, workspace: Workspace) {
  const { newest } = workspace.inventory(kind);
  const deleted = [...looks].filter(([state, { is }]) => state.kind === kind && is === "deleted").length;
  const isEmpty = newest?.isEmpty === true;
  if (!isEmpty && !areAllMissing({ found: 0, deleted }, newest)) return undefined;
  const shows = isEmpty ? `lists no ${kind} at all` : `lists other ${kind}s, but none of those in the states`;
  return (
    `The API ${shows}, so it may be deleted, or the settings may lead to another workspace. ` +
    `Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID. If it is deleted, ${FORGET}.`
  );
}

function findingOf(state: StateObject, look: Look, address: string, doubt: string | undefined): Finding {
  if (look.is === "found") return look;
  if (look.is !== "deleted") return { is: "unknown", reason: problemOf(look, state, address) };
  return doubt === undefined ? { is: "deleted" } : { is: "unknown", reason: doubt };
}

type OpenLook = Exclude<Look, { readonly is: "found" | "deleted" }>;

const FORGET =
  "remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API)";

function problemOf(look: OpenLook, state: StateObject, address: string): string {
  switch (look.is) {
    case "another":
    case "not shown":
      return otherObject(look, state, address);
    case "in another workspace":
      return "The API shows it in another workspace. Set OUTREACH_WORKSPACE_ID exactly as the operator issued it.";
    case "elsewhere":
      return (
        `It is not found at ${address}, but was last seen at ${look.address}. ` +
        `Set OUTREACH_BASE_URL to ${look.address} if the workspace is there.`
      );
    case "not proven":
      return (
        `It cannot be read, and the list of the API may lack objects (${look.doubt.reason}), so nothing proves that it is deleted: ` +
        `${messageOf(look.refusal)} Run the command again later.`
      );
    case "listed":
      return `It is listed, but a read does not find it: ${messageOf(look.refusal)} Run the command again later.`;
    case "listed in other case":
      return (
        `It is listed under an id that differs only in upper and lower case (${shownId(look.id)}). ` +
        `If that is the same object, ${FORGET} and import it by the id in the list.`
      );
    case "refused":
      return `It cannot be read: ${messageOf(look.refusal)} Run the command again later, or ask the operator of the platform.`;
    case "failed":
      return `It cannot be read: ${messageOf(look.error)} ${isOutage(look.error) ? RUN_DOCTOR : "Run the command again later."}`;
  }
}

function otherObject(
  { is, object }: Extract<OpenLook, { readonly is: "another" | "not shown" }>,
  state: StateObject,
  address: string,
): string {
  const { createdAt, elsewhere } = identityIn(state, address);
  const difference =
    is === "another"
      ? `Its id belongs to another object now: the object of the state was created at ${createdAt}, and this one at ${object.createdAt}.`
      : "Nothing shows that the object with its id is the one of the state: neither the creation time nor the content is the same.";
  if (elsewhere === undefined)
    return `${difference} To go on, ${FORGET}; import the object after that, if it should be managed.`;
  return (
    `${difference} The object of the state was last seen at ${elsewhere}, and this is ${address}. ` +
    "Correct OUTREACH_BASE_URL, if it leads to another deployment."
  );
}

/** What one read of the object of a state shows, and one list if the read is refused. */
type Look =
  | { readonly is: "found"; readonly object: FoundObject }
  /** The id belongs to another object, or nothing shows that the object is the one of the state. */
  | { readonly is: "another" | "not shown"; readonly object: FoundObject }
  | { readonly is: "in another workspace" }
  | (Absence & { readonly refusal: unknown })
  /** The read, or the list after it, failed for a reason that does not show whether the object exists. */
  | { readonly is: "failed"; readonly error: unknown };

function identityIn(state: StateObject, address: string): Identity {
  const { kind, createdAt, seenAt } = state;
  const declared = Object.fromEntries(CONTENT[kind].map((name) => [name, textOf(state, name)]));
  const hasContent = (found: object) => textDifferences(CONTENT[kind], declared, found).length === 0;
  return { createdAt, elsewhere: seenElsewhere(seenAt, address), hasContent };
}

/**
 * Looks for the object of a state by the rules of the provider. As long as the last write of the object may
 * not be visible yet, looks again until it is visible. Rejects only if the run is aborted.
 */
async function lookFor(workspace: Workspace, state: StateObject): Promise<Look> {
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
    return { ...absenceOf(refusal, id, listing, elsewhere), refusal };
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
