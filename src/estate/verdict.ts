import { isCancelled, isConnection, isOutage, isRefusal } from "../client";
import { absenceOf, areAllMissing } from "../objects/absence";
import { type Identity, identityOf, seenElsewhere } from "../objects/identity";
import { CONTENT, isInWorkspace, type Kind, KINDS } from "../objects/kinds";
import type { Listing } from "../objects/listing";
import { textDifferences } from "../objects/text";
import { hadToShow, isStale, lastWrite, leftToShow } from "../objects/visibility-window";
import { pollUntil } from "../provider/run/polling";
import { shownId } from "../provider/wording/subject";
import { groupBy, inParallel } from "../util/lists";
import { messageOf } from "../util/message-of";
import type { Row } from "./rows";
import { type StateObject, textOf } from "./states/state-file";
import { RUN_DOCTOR } from "./workspace/connection";
import {
  type FoundObject,
  keyOf,
  type ListedObject,
  readObject,
  type Workspace,
} from "./workspace/workspace";

export function heldRow(held: StateObject): Row {
  return { kind: held.kind, declared: undefined, held, server: undefined, verdict: "not looked at" };
}

export function isManaged({ verdict }: Row): boolean {
  return verdict === "managed" || verdict === "managed twice";
}

/**
 * Returns the given rows with verdicts, then a row for each listed object (`entries`) that no state holds.
 * Reads each object, because a list lacks texts and some creation times. A failed read makes only its
 * object's verdict `unknown`. If every read fails to reach the API, rejects with the OutreachError.
 */
export async function judgeRows(
  workspace: Workspace,
  rows: readonly Row[],
  entries: readonly ListedObject[] = [],
): Promise<Row[]> {
  const { concurrency } = workspace.connection;
  const listed = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const states = rows.flatMap(({ held = [] }) => held);
  const looks = new Map<StateObject, Look>();
  let outage: Look | undefined;
  await inParallel(states, concurrency, async (state) => {
    const look = outage ?? (await lookFor(workspace, state));
    if (isOutage(look.failure)) outage = look;
    looks.set(state, look);
  });
  const failures = Array.from(looks.values(), ({ failure }) => failure);
  if (failures.length > 0 && failures.every((one) => isOutage(one) || isConnection(one))) throw failures[0];
  const doubts = new Map(KINDS.map((kind) => [kind, doubtAbout(kind, states, looks, workspace)]));
  const holders = groupBy(states, (state) => {
    return looks.get(state)!.verdict === "managed" ? keyOf(state) : null;
  });
  const judged = rows.map((row): Row => {
    const { held } = row;
    if (held === undefined) return row;
    const { server: read, verdict, why } = looks.get(held)!;
    const server = read ?? listed.get(keyOf(held));
    const doubt = verdict === "deleted" ? doubts.get(held.kind) : undefined;
    if (doubt !== undefined) return { ...row, server, verdict: "unknown", why: doubt };
    const isTwice = verdict === "managed" && holders.get(keyOf(held))!.length > 1;
    return { ...row, server, verdict: isTwice ? "managed twice" : verdict, why };
  });
  const known = new Set(states.map(keyOf));
  const others = entries.flatMap((server): Row[] => {
    const row = { kind: server.kind, declared: undefined, held: undefined, server } as const;
    return known.has(keyOf(server)) ? [] : [{ ...row, verdict: "unmanaged" }];
  });
  return [...judged, ...others];
}

const FORGET =
  "remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API)";

/**
 * If no object of a kind was found, the settings may lead to another workspace. The returned text says so.
 */
function doubtAbout(
  kind: Kind,
  states: readonly StateObject[],
  looks: ReadonlyMap<StateObject, Look>,
  workspace: Workspace,
) {
  const { newest } = workspace.inventory(kind);
  const ofKind = states.filter((state) => state.kind === kind);
  const seen = ofKind.map((state) => looks.get(state)!.verdict);
  const deleted = seen.filter((verdict) => verdict === "deleted").length;
  const isEmpty = newest?.isEmpty === true;
  if (seen.includes("managed") || (!isEmpty && !areAllMissing({ found: 0, deleted }, newest)))
    return undefined;
  const shows = isEmpty ? `lists no ${kind} at all` : `lists other ${kind}s, but none of those in the states`;
  return (
    `The API ${shows}, so it may be deleted, or the settings may lead to another workspace. ` +
    `Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID. If it is deleted, ${FORGET}.`
  );
}

/** What a read shows of a state's object. If the API refuses the read, a list decides. */
interface Look {
  readonly verdict: "managed" | "deleted" | "unknown";
  readonly server?: FoundObject;
  readonly why?: string;
  /** True if a later read may find the object, because the object's last write may not be visible yet. */
  readonly mayAppear?: boolean;
  /** The error of the read or of the list, if the error leaves open whether the object exists. */
  readonly failure?: unknown;
}

function identityIn(state: StateObject, address: string): Identity {
  const { kind, createdAt, seenAt } = state;
  const declared = Object.fromEntries(CONTENT[kind].map((name) => [name, textOf(state, name)]));
  const hasContent = (found: object) => textDifferences(CONTENT[kind], declared, found).length === 0;
  return { createdAt, elsewhere: seenElsewhere(seenAt, address), hasContent };
}

/**
 * Looks for a state's object by the provider's rules. Polls until the object's last write is visible. Rejects
 * only if the run is aborted.
 */
async function lookFor(workspace: Workspace, state: StateObject): Promise<Look> {
  const { hasContent } = identityIn(state, workspace.connection.address);
  const isSettled = ({ verdict, server, mayAppear }: Look) => {
    if (server === undefined) return verdict === "unknown" && mayAppear !== true;
    return !isStale(server, state.lastUpdatedAt, hasContent);
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
  const { address, workspaceId, client } = workspace.connection;
  const identity = identityIn(state, address);
  try {
    const server = await readObject(client, state, workspace.signal);
    const same = identityOf(identity, server);
    if (same !== "same") {
      const difference =
        same === "another"
          ? `Its id belongs to another object now: the object of the state was created at ${state.createdAt}, and this one at ${server.createdAt}.`
          : "Nothing shows that the object with its id is the one of the state: neither the creation time nor the content is the same.";
      const advice =
        identity.elsewhere === undefined
          ? `To go on, ${FORGET}; import the object after that, if it should be managed.`
          : `The object of the state was last seen at ${identity.elsewhere}, and this is ${address}. ` +
            "Correct OUTREACH_BASE_URL, if it leads to another deployment.";
      return unknown(`${difference} ${advice}`);
    }
    if (isInWorkspace(server.workspaceId, workspaceId)) return { verdict: "managed", server };
    return unknown(
      "The API shows it in another workspace. Set OUTREACH_WORKSPACE_ID exactly as the operator issued it.",
    );
  } catch (error) {
    if (!isRefusal(error)) return failed(error);
    return lookAtList(workspace, state, error, identity.elsewhere).catch(failed);
  }
}

/** Requests a new list only if the newest list is too old to prove a delete. */
async function lookAtList(
  workspace: Workspace,
  state: StateObject,
  refusal: unknown,
  elsewhere: string | undefined,
): Promise<Look> {
  const { id, kind } = state;
  const inventory = workspace.inventory(kind);
  const isProof = (listing: Listing) =>
    listing.spellingOf(id) === undefined && hadToShow(writtenAt(state), listing.age, workspace.window);
  const { newest } = inventory;
  const listing = newest !== undefined && isProof(newest) ? newest : await inventory.fresh(workspace.signal);
  const absence = absenceOf(refusal, id, listing, elsewhere);
  const answer = messageOf(refusal);
  switch (absence.is) {
    case "deleted":
      return { verdict: "deleted" };
    case "elsewhere":
      return unknown(
        `It is not found at ${workspace.connection.address}, but was last seen at ${absence.address}. ` +
          `Set OUTREACH_BASE_URL to ${absence.address} if the workspace is there.`,
      );
    case "not proven":
      return unknown(
        `It cannot be read, and the list of the API may lack objects (${absence.doubt.reason}), so nothing proves that it is deleted: ` +
          `${answer} Run the command again later.`,
      );
    case "listed":
      return unknown(
        `It is listed as ${shownId(absence.id)}, but a read does not find it: ${answer} Run the command again later.`,
        true,
      );
    case "refused":
      return unknown(
        `It cannot be read: ${answer} Run the command again later, or ask the operator of the platform.`,
      );
  }
}

function unknown(why: string, mayAppear = false): Look {
  return { verdict: "unknown", why, mayAppear };
}

function failed(failure: unknown): Look {
  if (isCancelled(failure)) throw failure;
  const advice = isOutage(failure) ? RUN_DOCTOR : "Run the command again later.";
  return { verdict: "unknown", why: `It cannot be read: ${messageOf(failure)} ${advice}`, failure };
}

function writtenAt({ createdAt, lastUpdatedAt, writtenAt: recorded }: StateObject): string | null {
  return lastWrite({ created_at: createdAt, last_updated_at: lastUpdatedAt }, recorded);
}
