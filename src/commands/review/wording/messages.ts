import { onceForEach } from "../../../util/once-for-each";
import { count } from "../../../util/text";
import { type Texts, withoutAddress } from "../model/likeness";
import type { Message, MessageMember } from "../model/groups";
import type { ObjectIdentity, StackReview } from "../model/review";
import { placesOf } from "../warnings";
import { MAX_NAMED, namesOf } from "./objects";

/**
 * Returns the texts of a message, without its object if the message is about several, and the places of each. `beside`
 * has the places of a single one that its summary lacks.
 */
export function wordsOfMessage(members: Message, isOneOfMany: boolean) {
  const [{ diagnostic }, ...others] = members;
  const texts: Texts = others.length === 0 ? diagnostic : withoutAddress(diagnostic);
  const places = members.map((member) => placesOfMember(member, isOneOfMany));
  const beside = others.length === 0 ? places[0]!.filter((place) => !texts.summary.includes(place)) : [];
  return { texts, places, beside };
}

/** Returns where a member of a message is: its stack if the review has several, its object, and its places. */
export function placesOfMember({ stack, diagnostic }: MessageMember, isOneOfMany: boolean): string[] {
  const object = objectsOf(stack).get(diagnostic.address ?? "");
  const places = placesOf(diagnostic);
  const named = object === undefined ? places : [...namesOf(object), ...places.slice(1)];
  return [...(isOneOfMany ? [stack.name] : []), ...named];
}

/** Returns the objects of a stack by address. Without this index, thousands of messages take minutes. */
const objectsOf = onceForEach(({ changes, notReviewed }: StackReview) => {
  const all: readonly ObjectIdentity[] = [...changes, ...(notReviewed ?? [])];
  return new Map(all.map((one) => [one.address, one]));
});

export const REASON = "Acknowledged:";

/** Returns a heading such as `2 acknowledged warnings`. */
export function acknowledgedTitle(all: readonly { readonly places: readonly string[][] }[]): string {
  return count(all.flatMap(({ places }) => places).length, "acknowledged warning");
}

/**
 * Returns what the review lacks of a stack: words, name and address of some objects that are not reviewed, and words
 * about the others. Null if the plan succeeded, or failed before it had any object.
 */
export function lackOf({ planned, notReviewed }: StackReview) {
  if (planned || notReviewed === null) return null;
  const { length } = notReviewed;
  if (length === 0) return { words: "The plan failed, but covers every object.", names: [], more: [] };
  const [are, why] =
    length === 1
      ? ["1 object is", "it failed, or depends"]
      : [`${length} objects are`, "they failed, or depend"];
  return {
    words: `The plan stopped, so ${are} not reviewed: ${why} on what failed.`,
    names: notReviewed.slice(0, MAX_NAMED).map((one) => namesOf(one).join(" ")),
    more: length > MAX_NAMED ? [`and ${length - MAX_NAMED} more`] : [],
  };
}
