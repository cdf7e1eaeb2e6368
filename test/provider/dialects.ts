import fc from "fast-check";
import { dialectSettings, type Dialect } from "../../src/simulator";

/** Ways to store a text as another one. */
export const rewriting = ["nfkc", "html-escaped", "smart-quotes", "no-emoji", "no-invisible"] as const;

/**
 * What no dialect of a random test does. No run converges where the server refuses equal names or every request, keeps a
 * description whatever is sent, or stores another text; and none may hide what is linked to a cluster since the plan.
 */
const NEVER: Partial<Record<keyof Dialect, readonly string[]>> = {
  duplicateNames: ["rejected"],
  authorization: ["required"],
  clearDescription: ["neither"],
  associatedCount: ["get-zero", "nowhere"],
  storedText: rewriting,
};

/** Any other behaviour that the API document leaves open. From the simulator's own table, so that a new setting is met as well. */
export const anyDialect = fc.record(
  Object.fromEntries(
    Object.entries(dialectSettings).map(([name, setting]) => [
      name,
      valuesOf(name as keyof Dialect, setting),
    ]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<Dialect>>;

function valuesOf(name: keyof Dialect, setting: (typeof dialectSettings)[keyof Dialect]) {
  if (!("values" in setting)) return fc.integer({ min: 1, max: 3 });
  return fc.constantFrom<string>(...setting.values.filter((value) => !NEVER[name]?.includes(value)));
}
