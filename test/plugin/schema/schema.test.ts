import {
  number,
  optional,
  optionalComputed,
  required,
  string,
  type Attributes,
} from "../../../src/plugin/schema";
import { schemaProblems } from "../schema-problems";

const described = { description: "A text." };

describe("the check for schemas that Terraform rejects", () => {
  it.each<[string, Attributes, string[]]>([
    ["nothing", { name: required(string, described), _2: optionalComputed(string, described) }, []],
    ["a capital letter", { Name: required(string, described) }, ["Name: a name consists of a-z"]],
    [
      "a name that starts with a digit",
      { "2nd": required(string, described) },
      ["2nd: a name consists of a-z"],
    ],
    ["a reserved name", { count: required(string, described) }, ["count: Terraform reserves this name"]],
    ["a configured number", { size: optional(number, described) }, ["size: a configured number"]],
    [
      "a missing description",
      { name: required(string, { description: " " }) },
      ["name: a description is missing"],
    ],
  ])("reports %s", (_what, attributes, problems) => {
    const found = schemaProblems({ ...described, attributes }, "resource");
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem) as string));
  });

  it("reports other reserved names for a provider", () => {
    const attributes = { alias: required(string, described), count: required(string, described) };
    expect(schemaProblems({ ...described, attributes }, "provider")).toEqual([
      "alias: Terraform reserves this name",
    ]);
  });
});
