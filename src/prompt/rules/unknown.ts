import type { Rule } from "./rule";

/** Applies to placeholders, not to braces, and only if the provider has `known_variables`. */
export const unknown: Omit<Rule<"unknown">, "find"> = {
  code: "unknown",
  wording: {
    one: "is none of the known variables",
    several: "are none of the known variables",
    adviceOnOne: (suggestion) =>
      suggestion === null
        ? "No variables are known. Set known_variables of the provider to those that exist."
        : `The closest known one is ${suggestion}. Write that one, or add this one to known_variables of the provider.`,
    adviceOnSeveral: "Write variables that exist, or add these to known_variables of the provider.",
  },
  matches:
    "A placeholder whose identifier is not in `known_variables` of the provider; below, these are `company` and `first_name`.",
  why: "It is misspelled, or the list is out of date.",
  warned: [
    ["Hi {firstname}", "{firstname}", "{first_name}"],
    ["at {Company}", "{Company}", "{company}"],
  ],
  silent: ["Hi {first_name} at {company}"],
};
