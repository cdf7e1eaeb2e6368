import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readOptions } from "../../../src/commands/export/options";
import { nextSteps } from "../../../src/commands/export/report";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-steps-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, value: object): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

const MODULE = { "package.json": { type: "module" } };
it.each<[string, Record<string, object>, string]>([
  ["node --import tsx main.ts", {}, 'import { declareWorkspace } from "./outreach";'],
  ["npx tsx main.ts", MODULE, 'import { declareWorkspace } from "./outreach/index.js";'],
])("the printed import fits an app that runs with %s (%j)", (app, files, line) => {
  for (const [file, value] of Object.entries({ "cdktf.json": { app }, ...files })) write(file, value);
  const steps = nextSteps(readOptions(["--out", join(folder, "outreach"), "--fork", "cdktn"]));
  expect(steps[1]).toBe(`  ${line}`);
  expect(steps).toContain("  npx cdktn deploy outreach");
});

it.each([
  ["outreach", "  npx cdktf-outreach export --settle"],
  ["lib/workspace", "  npx cdktf-outreach export --out lib/workspace --settle"],
])("the printed command settles the export in the folder %s", (out, command) => {
  expect(nextSteps(readOptions(["--out", out])).at(-1)).toBe(command);
});
