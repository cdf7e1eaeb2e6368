import { isConnection, isOutage } from "../../client";
import { areAllMissing } from "../../objects/absence";
import { type Kind, KINDS } from "../../objects/kinds";
import { inParallel } from "../../util/lists";
import type { StateObject } from "../states/state-file";
import { type Look, lookFor, identityIn } from "./look";
import type { FoundObject } from "./objects";
import type { Workspace } from "./workspace";
import { messageOf } from "../../util/message-of";
import { shownId } from "../../provider/wording/subject";
import { RUN_DOCTOR } from "./connection";

/** What a command knows of the object of a state. */
export type Finding =
  | { readonly is: "found"; readonly object: FoundObject }
  /** Confirmed deleted by the rules of the provider. */
  | { readonly is: "deleted" }
  /** The command could not find out. `reason` consists of sentences, with the next step. */
  | { readonly is: "unknown"; readonly reason: string };

export interface Found {
  readonly state: StateObject;
  readonly finding: Finding;
}

interface Looked {
  readonly state: StateObject;
  readonly look: Look;
}

/**
 * Looks for the objects of states, and returns them in the same order. `listed` are other objects of the
 * states, which a list has shown. A failure concerns one object only. If the API cannot be reached for any
 * of them, rejects with the OutreachError.
 */
export async function findObjects(
  workspace: Workspace,
  states: readonly StateObject[],
  listed: readonly StateObject[] = [],
): Promise<Found[]> {
  let outage: unknown;
  const looked = await inParallel(
    states,
    workspace.connection.concurrency,
    async (state): Promise<Looked> => {
      if (outage !== undefined) return { state, look: { is: "failed", error: outage } };
      const look = await lookFor(workspace, state);
      if (look.is === "failed" && isOutage(look.error)) outage = look.error;
      return { state, look };
    },
  );
  const failures = looked.flatMap(({ look }) => (look.is === "failed" ? [look.error] : []));
  const isUseless = (error: unknown) => isOutage(error) || isConnection(error);
  if (looked.length > 0 && failures.length === looked.length && failures.every(isUseless)) throw failures[0];
  const found = looked.flatMap(({ state, look }) => (look.is === "found" ? state : []));
  const shown = new Set([...listed, ...found].map(({ kind }) => kind));
  const doubts = new Map(
    KINDS.map((kind) => [kind, shown.has(kind) ? undefined : doubtAbout(kind, looked, workspace)]),
  );
  return looked.map(({ state, look }) => ({
    state,
    finding: findingOf({ state, look }, workspace.connection.address, doubts.get(state.kind)),
  }));
}

/** Returns why the objects of a kind, of which none was found, may only seem deleted; else undefined. */
function doubtAbout(kind: Kind, looked: readonly Looked[], workspace: Workspace): string | undefined {
  const { newest } = workspace.inventory(kind);
  const deleted = looked.filter(({ state, look }) => state.kind === kind && look.is === "deleted").length;
  const isEmpty = newest?.isEmpty === true;
  return isEmpty || areAllMissing({ found: 0, deleted }, newest) ? doubtOf(kind, isEmpty) : undefined;
}

function findingOf({ state, look }: Looked, address: string, doubt: string | undefined): Finding {
  if (look.is === "found") return look;
  if (look.is !== "deleted") return { is: "unknown", reason: problemOf(look, state, address) };
  return doubt === undefined ? { is: "deleted" } : { is: "unknown", reason: doubt };
}

/** A result that leaves open whether a state still has its object. */
type OpenLook = Exclude<Look, { readonly is: "found" | "deleted" }>;

const CHECK_VARIABLES = "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.";
const FORGET =
  "remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API)";

/** Returns the sentences about an object that a command cannot compare, with the next step. */
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

/** Returns the sentences about an object that counts as deleted only because a whole kind is missing. */
function doubtOf(kind: Kind, isListEmpty: boolean): string {
  const shows = isListEmpty
    ? `lists no ${kind} at all`
    : `lists other ${kind}s, but none of those in the states`;
  return (
    `The API ${shows}, so it may be deleted, or the settings may lead to another workspace. ${CHECK_VARIABLES} ` +
    `If it is deleted, ${FORGET}.`
  );
}
