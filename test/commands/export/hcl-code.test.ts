import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hclCode } from "../../../src/commands/export/hcl-code";
import type { StateObject } from "../../../src/estate/states/state-file";
import type { WorkspaceObject } from "../../../src/estate/workspace/workspace";
import { writeExport } from "./write-export";

let out: string;
beforeEach(() => (out = mkdtempSync(join(tmpdir(), "cdktf-outreach-hcl-code-"))));
afterEach(() => rmSync(out, { recursive: true }));

const IMPORTS = "outreach-imports.tf.json";

const cluster = (id: string, name: string): WorkspaceObject => ({
  ...{ kind: "cluster", id, name, description: null, lastUpdatedAt: null },
});

const snippet = (id: string, name: string): WorkspaceObject => ({
  ...{ kind: "snippet", id, name, prompt: "Hi", lastUpdatedAt: null },
});

const read = (file: string) => readFileSync(join(out, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(out, file), text);
const imports = () => (JSON.parse(read(IMPORTS)) as { import: object[] }).import;

/** Exports objects that the server lists and that were read. */
async function exporting(objects: readonly WorkspaceObject[], managed: readonly StateObject[] = []) {
  return writeExport(out, await hclCode(out), objects, managed);
}

it("a later export writes new files, and leaves the files that a person may have edited alone", async () => {
  await exporting([cluster("1", "Europe")]);
  write("clusters.tf", `# Ours.\n${read("clusters.tf")}`);
  const edited = read("clusters.tf");
  const { files } = await exporting([cluster("1", "Europe"), cluster("2", "Asia")]);
  expect(read("clusters.tf")).toBe(edited);
  expect(read("clusters-2.tf")).toBe('resource "outreach_cluster" "asia" {\n  name = "Asia"\n}\n');
  expect(files.map(({ path }) => path)).toEqual(["outreach-export.json", IMPORTS, "clusters-2.tf"]);
  expect(imports()).toEqual([
    { to: "outreach_cluster.europe", id: "1" },
    { to: "outreach_cluster.asia", id: "2" },
  ]);
});

it("an id is data: nothing in it is evaluated", async () => {
  await exporting([cluster('${trimspace(file("secret"))}', "A"), cluster("%{ if true }x%{ endif }$${", "B")]);
  expect(imports()).toEqual([
    { to: "outreach_cluster.a", id: '$${trimspace(file("secret"))}' },
    { to: "outreach_cluster.b", id: "%%{ if true }x%%{ endif }$$${" },
  ]);
  const { declared } = await hclCode(out);
  expect(declared.map(({ objectId }) => objectId)).toEqual([
    '${trimspace(file("secret"))}',
    "%{ if true }x%{ endif }$${",
  ]);
});

it("a resource is followed by its moved block, and its import goes with it", async () => {
  await exporting([cluster("1", "Europe")]);
  const moved = "moved {\n  from = outreach_cluster.europe\n  to   = outreach_cluster.emea\n}\n";
  write("clusters.tf", read("clusters.tf").replace("europe", "emea") + moved);
  expect((await exporting([cluster("1", "Europe")])).added).toEqual([]);
  expect(imports()).toEqual([{ to: "outreach_cluster.emea", id: "1" }]);
});

it("the object of a declared resource stays with it, even if a moved block wrongly names this resource", async () => {
  await exporting([cluster("1", "Europe"), cluster("2", "Asia")]);
  const move = (from: string, to: string) =>
    `moved {\n  from = outreach_cluster.${from}\n  to   = outreach_cluster.${to}\n}\n`;
  const moved = move("europe", "emea") + move("emea", "asia");
  write("clusters.tf", read("clusters.tf").replace("europe", "emea") + moved);
  await exporting([cluster("1", "Europe"), cluster("2", "Asia")]);
  expect(imports()).toEqual([
    { to: "outreach_cluster.emea", id: "1" },
    { to: "outreach_cluster.asia", id: "2" },
  ]);
});

it("a resource that was renamed without a moved block is reported, and not exported a second time", async () => {
  await exporting([cluster("1", "Europe")]);
  write("clusters.tf", read("clusters.tf").replace("europe", "emea"));
  const { added, failures } = await exporting([cluster("1", "Europe")]);
  expect(added).toEqual([]);
  expect(failures).toMatchObject([
    { message: expect.stringContaining("emea in the code has the same name") },
  ]);
});

it("a same-named resource of a state is no reason to leave an object out", async () => {
  write("mine.tf", 'resource "outreach_cluster" "europe" {\n  name = "Europe"\n}\n');
  const held = { kind: "cluster", id: "9", address: "outreach_cluster.europe" } as StateObject;
  const { added, failures } = await exporting([cluster("1", "Europe")], [held]);
  expect(failures).toEqual([]);
  expect(added).toEqual([expect.stringMatching(/^europe-[0-9a-f]{8}$/)]);
});

it("an object that a block of the user imports is left out, and its import is not repeated", async () => {
  write("mine.tf", 'import {\n  to = module.m.outreach_cluster.x["k"]\n  id = "1"\n}\n');
  expect((await exporting([cluster("1", "Europe"), cluster("2", "Asia")])).added).toEqual(["asia"]);
  write("mine.tf", `${read("mine.tf")}import {\n  to = outreach_cluster.asia\n  id = "2"\n}\n`);
  expect((await exporting([cluster("1", "Europe"), cluster("2", "Asia")])).added).toEqual([]);
  expect(existsSync(join(out, IMPORTS))).toBe(false);
});

it("an import block that computes its id is a gap", async () => {
  write("mine.tf", "import {\n  to = outreach_cluster.x\n  id = var.id\n}\n");
  expect((await hclCode(out)).gaps).toEqual([
    expect.stringContaining("computes the id for outreach_cluster.x"),
  ]);
});

it("a later export refuses to drop the imports of resources that its data file does not know", async () => {
  await exporting([cluster("1", "Europe"), snippet("3", "Opener")]);
  rmSync(join(out, "outreach-export.json"));
  await expect(hclCode(out)).rejects.toThrow(/has the import of outreach_cluster\.europe/);
});

it.each([
  ["another import", { import: [{ to: "aws_instance.x", id: "i-1" }] }, "the import of aws_instance.x"],
  [
    "an import of one instance",
    { import: [{ to: 'outreach_cluster.x["k"]', id: "1" }] },
    String.raw`outreach_cluster\.x\["k"\]`,
  ],
  [
    "an import with a computed id",
    { import: [{ to: "outreach_cluster.x", id: "${var.id}" }] },
    "outreach_cluster.x",
  ],
  [
    "a note",
    { import: [{ to: "outreach_cluster.europe", id: "1", "//": "Seen by Ann." }] },
    "outreach_cluster.europe",
  ],
  ["another block", { locals: { a: 1 } }, '"locals"'],
])("a file with the imports to which a person has added %s is refused", async (_, added, named) => {
  await exporting([cluster("1", "Europe")]);
  write(IMPORTS, JSON.stringify({ import: imports(), ...added }));
  await expect(hclCode(out)).rejects.toThrow(new RegExp(`${IMPORTS}.*${named}.*another file`));
});

it("the blocks of the provider are written unless the configuration has them", async () => {
  write("provider.tf", 'provider "outreach" {}\n');
  await exporting([cluster("1", "Europe")]);
  expect(read("outreach-provider.tf")).toMatch(/^terraform \{[^]*\n\}\n$/);
  expect(read("outreach-provider.tf")).not.toContain('provider "outreach"');
  write(
    "versions.tf",
    'terraform {\n  required_providers {\n    aws = { source = "hashicorp/aws" }\n  }\n}\n',
  );
  rmSync(join(out, "outreach-provider.tf"));
  await exporting([cluster("1", "Europe"), cluster("2", "Asia")]);
  expect(existsSync(join(out, "outreach-provider.tf"))).toBe(false);
});
