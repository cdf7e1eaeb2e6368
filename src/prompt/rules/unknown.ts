import type { Rule } from "./rule";

/** Applies to placeholders, not to braces, and only if the provider has `known_variables`. */
export const unknown: Omit<Rule<"unknown">, "find"> = {
  code: "unknown",
  wording: {
    one: "is not a known variable",
    several: "are not known variables",
    adviceOnOne: (suggestion) =>
      suggestion === null
        ? "The list known_variables of the provider is empty. Set it to the variables that exist."
        : `The closest known variable is ${suggestion}. Write it, or add the variable to known_variables of the provider.`,
    adviceOnSeveral: "Write known variables, or add these variables to known_variables of the provider.",
  },
};
