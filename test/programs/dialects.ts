import { fc } from "../fast-check";
import { dialectSettings, type Dialect } from "../../src/simulator";

type Values = Partial<Record<keyof Dialect, readonly string[]>>;

/** Ways to store a text as another one. */
export const rewriting = ["nfkc", "html-escaped", "smart-quotes", "no-emoji", "no-invisible"] as const;

/**
 * What no dialect of a random test does. No run converges where the server refuses equal names, or keeps a
 * description whatever is sent. No server may hide the linked mailboxes of a cluster that a plan has read.
 */
const NEVER: Values = {
  duplicateNames: ["rejected"],
  clearDescription: ["neither"],
  associatedCount: ["get-zero", "nowhere"],
};

/**
 * Any other behaviour that the API document leaves open, from the simulator's own table, so that a new
 * setting is drawn too.
 */
function dialects(never: Values): Record<string, fc.Arbitrary<string | number>> {
  const valuesOf = (name: string, setting: (typeof dialectSettings)[keyof Dialect]) => {
    if (!("values" in setting)) return fc.constantFrom(1, 2, 3, 50);
    const refused = { ...NEVER, ...never }[name as keyof Dialect] ?? [];
    return fc.constantFrom<string>(...setting.values.filter((value) => !refused.includes(value)));
  };
  return Object.fromEntries(
    Object.entries(dialectSettings).map(([name, setting]) => [name, valuesOf(name, setting)]),
  );
}

/** Some settings of a server that accepts every request and stores what is sent. */
export const anyDialect = fc.record(dialects({ authorization: ["required"], storedText: rewriting }), {
  requiredKeys: [],
}) as fc.Arbitrary<Partial<Dialect>>;

/** The same, and some servers store another text than they are sent. */
export const coreDialect = fc.oneof(
  { weight: 3, arbitrary: anyDialect },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyDialect, fc.constantFrom(...rewriting))
      .map(([dialect, storedText]) => ({ ...dialect, storedText })),
  },
);

/**
 * All settings of a server that proves by an array that it has no objects. Without one, the provider keeps a
 * last object that was deleted outside, and the engine's user removes nothing from the state. A fault leaves
 * the array out for a while.
 */
export const engineDialect = fc.record(
  dialects({ emptyList: dialectSettings.emptyList.values.filter((value) => value !== "array") }),
) as fc.Arbitrary<Partial<Dialect>>;
