import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { parseSamples } from "../../src/prompts";

const schema = join(__dirname, "../../docs/guides/samples.schema.json");
const isAccepted = new Ajv().compile(JSON.parse(readFileSync(schema, "utf8")) as object);

describe("a samples file", () => {
  it("has samples in the order of the file, and may name its schema", () => {
    const file = { $schema: "samples.schema.json", b: { first_name: "Ada" }, a: {} };
    expect(isAccepted(file)).toBe(true);
    expect(parseSamples(file)).toEqual([
      { name: "b", values: { first_name: "Ada" } },
      { name: "a", values: {} },
    ]);
  });

  it("keeps names such as __proto__, and composes the Unicode of variables", () => {
    const [sample] = parseSamples(JSON.parse('{ "__proto__": { "__proto__": "x", "pre\u0301nom": "Ada" } }'));
    expect(sample!.name).toBe("__proto__");
    expect(Object.entries(sample!.values)).toEqual([
      ["__proto__", "x"],
      ["pr\u00e9nom", "Ada"],
    ]);
  });

  it.each([
    ["a list", [], "The file is no JSON object."],
    ["a text", "x", "The file is no JSON object."],
    ["a sample that is null", { a: null }, 'The file: the sample "a" is no JSON object.'],
    [
      "a number",
      { a: { age: 5 } },
      'has the variable "age", which is not a text. Write at most 10000 characters in quotes.',
    ],
    ["a value in a list", { a: { x: ["y"] } }, 'has the variable "x", which is not a text.'],
    [
      "a long value",
      { a: { x: "y".repeat(10_001) } },
      'has the variable "x", which is not a text. Write at most 10000 characters in quotes.',
    ],
    ["a long name", { ["n".repeat(101)]: {} }, "has a long name. Write at most 100 characters."],
    ["101 samples", Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`s${i}`, {}])), "101 samples"],
  ])("with %s is refused with the place, by the schema as well", (_, file, message) => {
    expect(() => parseSamples(file)).toThrow(message);
    expect(
      isAccepted({ $schema: "x", ...(Array.isArray(file) || typeof file === "string" ? { a: file } : file) }),
    ).toBe(false);
  });

  it.each(["{first_name}", "first name", "", "1", "a\u202eb"])(
    "with the variable %j is refused, because it is no identifier",
    (variable) => {
      expect(() => parseSamples({ a: { [variable]: "x" } })).toThrow(
        /the sample "a" has the variable ".*", which is no identifier. Write it without braces./,
      );
    },
  );
});
