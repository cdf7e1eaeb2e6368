import { optional, optionalComputed, required, string, type Attributes } from "../../../src/plugin/schema";
import { schemaProblems } from "../schema-problems";

const described = { description: "A text." };

describe("what Terraform would refuse", () => {
  it.each<[string, Attributes, string[]]>([
    ["nothing", { name: required(string, described), _2: optionalComputed(string, described) }, []],
    ["a capital", { Name: required(string, described) }, ["Name: a name consists of a-z"]],
    ["a digit first", { "2nd": required(string, described) }, ["2nd: a name consists of a-z"]],
    ["a name of its own", { count: required(string, described) }, ["count: Terraform reserves this name"]],
    ["no description", { name: required(string, { description: " " }) }, ["name: a description is missing"]],
    [
      "a default that the configuration could not leave",
      { name: optional(string, { ...described, default: "a" }) },
      ["name: a default needs mode optional-computed"],
    ],
  ])("is named: %s", (_what, attributes, problems) => {
    const found = schemaProblems({ ...described, attributes }, "resource");
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem) as string));
  });

  it("has other names of its own in a provider", () => {
    const attributes = { alias: required(string, described), count: required(string, described) };
    expect(schemaProblems({ ...described, attributes }, "provider")).toEqual([
      "alias: Terraform reserves this name",
    ]);
  });
});
