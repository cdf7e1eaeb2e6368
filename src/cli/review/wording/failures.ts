import type { StackReview } from "../model/review";
import { namesOf } from "./objects";

/** Largest number of objects that a review names of those that it lacks. */
const MAX_NAMES = 12;

/** What a review lacks of a stack whose plan failed. */
interface Lack {
  readonly words: string;
  /** Name and address of objects that are not reviewed. */
  readonly names: readonly string[];
  /** Words about the objects that `names` leaves out; the empty text for none. */
  readonly more: string;
}

/** Returns what the review lacks of a stack; null if the plan succeeded, or failed before it had any object. */
export function lackOf({ planned, notReviewed }: StackReview): Lack | null {
  if (planned || notReviewed === null) return null;
  const { length } = notReviewed;
  if (length === 0) return { words: "The plan failed, but covers every object.", names: [], more: "" };
  const [are, why] =
    length === 1
      ? ["1 object is", "it failed, or depends"]
      : [`${length} objects are`, "they failed, or depend"];
  return {
    words: `The plan stopped, so ${are} not reviewed: ${why} on what failed.`,
    names: notReviewed.slice(0, MAX_NAMES).map((one) => namesOf(one).join(" ")),
    more: length > MAX_NAMES ? `and ${length - MAX_NAMES} more` : "",
  };
}
