import { App, TerraformStack } from "cdktf";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutreachProvider, OutreachSnippet, promptFile } from "../../src/constructs";
import { currentCommit, digestOfFile, type SynthRecord } from "../../src/install";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();

test("synth records the commit, and the digests of the prompt files and of cdktf.json, beside each stack", () => {
  const file = join(folder, "opener.md");
  writeFileSync(file, "Hi.\n");
  const app = new App({ outdir: join(folder, "out") });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile(file) });
  app.synth();
  const record = JSON.parse(
    readFileSync(join(app.outdir, "stacks/stack/outreach-synth.json"), "utf8"),
  ) as SynthRecord;
  expect(record).toMatchObject({ version: 1, commit: currentCommit(process.cwd()) });
  expect(record.sources["../../../opener.md"]).toBe(digestOfFile(file));
  const paths = Object.keys(record.sources);
  expect(paths.some((path) => path.endsWith("/cdktf.json"))).toBe(true);
  expect(paths.filter((path) => path.includes("node_modules"))).toEqual([]);
});
