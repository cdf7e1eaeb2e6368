import type { Rule } from "./rule";

const ADVICE =
  "The model receives both versions and the markers. Remove the markers, and keep only one of the versions.";

/** Applies to lines, not to braces. */
export const conflict: Omit<Rule<"conflict">, "find"> = {
  code: "conflict",
  wording: {
    one: "begins a merge conflict that is not resolved",
    several: "begin merge conflicts that are not resolved",
    adviceOnOne: () => ADVICE,
    adviceOnSeveral: ADVICE,
  },
};
