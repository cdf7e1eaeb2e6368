import type { Diagnostic } from "../../engine/diagnostics";
import { withoutObject } from "../model/likeness";
import type { Message, MessageMember } from "../model/messages";
import type { ObjectIdentity, StackReview } from "../model/review";
import { placesOf } from "../warnings/diagnostics";
import { namesOf } from "./objects";

/** Returns the texts of a message, without its object if the message is about several. */
export function textsOf({ severity, members }: Message): Pick<Diagnostic, "severity" | "summary" | "detail"> {
  const [{ diagnostic }] = members;
  const { address, summary, detail } = diagnostic;
  if (members.length === 1) return { severity, summary, detail };
  return { severity, ...withoutObject(diagnostic, { address, name: null, id: null }) };
}

/** Returns where a member of a message is: its stack if the review has several, its object, and its places. */
export function placesOfMember({ stack, diagnostic }: MessageMember, isOneOfMany: boolean): string[] {
  const object = objectsOf(stack).get(diagnostic.address ?? "");
  const places = placesOf(diagnostic);
  const named = object === undefined ? places : [...namesOf(object), ...places.slice(1)];
  return [...(isOneOfMany ? [stack.name] : []), ...named];
}

const objects = new WeakMap<StackReview, ReadonlyMap<string, ObjectIdentity>>();

/** Returns the objects of a stack by address. Without this index, thousands of messages take minutes. */
function objectsOf(stack: StackReview): ReadonlyMap<string, ObjectIdentity> {
  const known = objects.get(stack);
  if (known !== undefined) return known;
  const all = [...stack.changes, ...(stack.notReviewed ?? [])];
  const found = new Map(all.map((one): [string, ObjectIdentity] => [one.address, one]));
  objects.set(stack, found);
  return found;
}
