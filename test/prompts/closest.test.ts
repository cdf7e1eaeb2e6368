import { closest } from "../../src/prompts/words";

it.each([
  ["a superfluous letter", "companyy", ["komponyy", "company"]],
  ["a missing letter", "compny", ["kompni", "company"]],
  ["a wrong letter", "compamy", ["kompomy", "company"]],
  ["a wrong letter, beside two missing ones,", "company", ["compa", "compamy"]],
])("%s counts as one difference", (_slip, wanted, [far, near]) => {
  expect(closest(wanted, [far!, near!])).toBe(near);
});

it("of two names at the same distance, the first one is the closest", () => {
  expect(closest("name", ["game", "fame"])).toBe("game");
  expect(closest("name", [])).toBeUndefined();
});
