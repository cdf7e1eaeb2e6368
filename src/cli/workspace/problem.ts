import { isOutage } from "../../client";
import type { Kind } from "../../objects/kinds";
import { messageOf } from "../../shared/message-of";
import { shownId } from "../../provider/phrases/subject";
import type { StateObject } from "../states/state-file";
import { RUN_DOCTOR } from "./connection";
import { identityIn, type Look } from "./look";

/** A result that leaves open whether a state still has its object. */
export type OpenLook = Exclude<Look, { readonly is: "found" | "deleted" }>;

const CHECK_VARIABLES = "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.";
const FORGET =
  "remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API)";

/** Returns the sentences about an object that a command cannot compare, with the next step. */
export function problemOf(look: OpenLook, state: StateObject, address: string): string {
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
export function doubtOf(kind: Kind, isListEmpty: boolean): string {
  const shows = isListEmpty
    ? `lists no ${kind} at all`
    : `lists other ${kind}s, but none of those in the states`;
  return (
    `The API ${shows}, so it may be deleted, or the settings may lead to another workspace. ${CHECK_VARIABLES} ` +
    `If it is deleted, ${FORGET}.`
  );
}
