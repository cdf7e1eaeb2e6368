import { nameFilter } from "../../src/util/name-filter";
import { fc } from "../fast-check";

/** Matches by trying every way to divide the text. */
function matchesSlowly(pattern: readonly string[], text: readonly string[]): boolean {
  const [sign, ...rest] = pattern;
  if (sign === undefined) return text.length === 0;
  if (sign !== "*") {
    return text.length > 0 && (sign === "?" || sign === text[0]) && matchesSlowly(rest, text.slice(1));
  }
  return Array.from({ length: text.length + 1 }).some((_, from) => matchesSlowly(rest, text.slice(from)));
}

it("a pattern matches whole names: * any characters, ? one, and every other character itself", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "*", "?", "-", "[", "😀"), { maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      expect(nameFilter([pattern.join("")], [])(text.join(""))).toBe(matchesSlowly(pattern, text));
    }),
    { numRuns: 700 },
  );
});

it("many stars against a long name take no time that grows with each star", () => {
  const isSelected = nameFilter([`${"*a".repeat(50)}*x`], []);
  expect(isSelected("a".repeat(10_000))).toBe(false);
});

it("a name is selected if any pattern matches it and no excluding pattern does", () => {
  const isSelected = nameFilter(["a*", "b*"], ["*-old"]);
  expect(["a-new", "b", "c", "a-old"].map(isSelected)).toEqual([true, true, false, false]);
  expect(nameFilter([], ["x"])("y")).toBe(true);
  expect(nameFilter(["\u00e9*"], [])("e\u0301cole")).toBe(true);
});
