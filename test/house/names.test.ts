import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { operations, requestFields, type Fields, type Operation } from "../../src/api";

const SRC = resolve(__dirname, "../../src");

const table: readonly Operation[] = Object.values(operations);
const fields = table.flatMap((operation) =>
  Object.entries({ ...requestFields(operation), ...responseFields(operation) }),
);
const properties = new Set(fields.map(([property]) => property));
/** The names that only the wire has. Others, such as `name`, are also ordinary words of the code. */
const wireOnly = new Set(fields.map(([, { wire }]) => wire).filter((wire) => !properties.has(wire)));

function responseFields({ response }: Operation): Fields {
  if ("notShown" in response) return {};
  return "list" in response ? response.item : response.fields;
}

describe("the contract's paths and wire names", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("api/"))
    .map((file) => ({ file, text: readFileSync(join(SRC, file), "utf8") }));

  it("are found in the contract", () => {
    expect([...wireOnly]).toContain("clusterName");
  });

  it("are written in src/api and nowhere else", () => {
    const names = [...wireOnly, ...table.map(({ path }) => path)];
    const repeated = files.flatMap(({ file, text }) =>
      names
        .filter((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text))
        .map((name) => `${file} repeats ${name}`),
    );
    expect(repeated).toEqual([]);
  });
});
