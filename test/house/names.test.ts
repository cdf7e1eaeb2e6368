import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { operations } from "../../src/api";
import * as fields from "../../src/api/fields";

const SRC = resolve(__dirname, "../../src");

/** Names that only the wire has. The others, such as `name`, are ordinary words of the code too. */
const WIRE_ONLY = ["clusterId", "clusterName", "clusterDescription", "snippetId"];

describe("the contract's paths and wire names", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("api/"))
    .map((file) => ({ file, text: readFileSync(join(SRC, file), "utf8") }));

  it("are those of the contract", () => {
    const wire = [fields.clusterFields, fields.snippetFields].flatMap((set) =>
      Object.values(set).map((field) => field.wire),
    );
    expect(wire).toEqual(expect.arrayContaining(WIRE_ONLY));
  });

  it("stand in src/api and nowhere else", () => {
    const names = [...WIRE_ONLY, ...Object.values(operations).map(({ path }) => path)];
    const repeated = files.flatMap(({ file, text }) =>
      names.filter((name) => text.includes(name)).map((name) => `${file} repeats ${name}`),
    );
    expect(repeated).toEqual([]);
  });
});
