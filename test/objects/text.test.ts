import { textDifferences } from "../../src/objects/text";

it("a text that became null differs from a declared one, and not from an empty or missing one", () => {
  const found = { name: "a", description: null };
  const differences = (declared: object) => textDifferences(["name", "description"], declared, found);
  expect(differences({ name: "a", description: "Sales" })).toEqual([
    { attribute: "description", declared: "Sales", found: "" },
  ]);
  for (const declared of [{ name: "a" }, { name: "a", description: "" }])
    expect(differences(declared)).toEqual([]);
});
