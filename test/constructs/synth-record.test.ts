import { App, TerraformStack } from "cdktf";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutreachProvider, OutreachSnippet, promptFile } from "../../src/constructs";
import { commitIn, digestOfFile, type SynthRecord } from "../../src/placing/records";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();

test("synth records the commit, and the digests of the prompt files and of cdktf.json, beside each stack", () => {
  mkdirSync(join(folder, "prompts"));
  const file = join(folder, "prompts/opener.md");
  writeFileSync(file, "Hi.\n");
  const app = new App({ outdir: join(folder, "out") });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile(file) });
  app.synth();
  const record = JSON.parse(
    readFileSync(join(app.outdir, "stacks/stack/outreach-synth.json"), "utf8"),
  ) as SynthRecord;
  expect(record).toMatchObject({ version: 1, commit: commitIn(process.cwd()).commit });
  expect(record.sources["../../../prompts/opener.md"]).toBe(digestOfFile(file));
  // An app may make one snippet for each file of a folder.
  const recorded = record.sources["../../../prompts"];
  writeFileSync(join(folder, "prompts/.swap"), "");
  expect(recorded).toBe(digestOfFile(join(folder, "prompts")));
  writeFileSync(join(folder, "prompts/closer.md"), "Bye.\n");
  expect(digestOfFile(join(folder, "prompts"))).not.toBe(recorded);
  const paths = Object.keys(record.sources);
  expect(paths.some((path) => path.endsWith("/cdktf.json"))).toBe(true);
  expect(paths.filter((path) => path.includes("node_modules"))).toEqual([]);
});

test("the record has the digest of what promptFile has read, and no digest of a file that has changed between two reads", () => {
  const [saved, changing] = ["saved.md", "changing.md"].map((name) => join(folder, name)) as [string, string];
  for (const file of [saved, changing]) writeFileSync(file, "Hi.\n");
  const read = digestOfFile(saved);
  const app = new App({ outdir: join(folder, "out-of-changes") });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  for (const file of [saved, changing, changing]) {
    promptFile(file);
    writeFileSync(file, "Saved meanwhile.\n");
  }
  app.synth();
  const record = JSON.parse(
    readFileSync(join(app.outdir, "stacks/stack/outreach-synth.json"), "utf8"),
  ) as SynthRecord;
  expect(record.sources["../../../saved.md"]).toBe(read);
  expect([read, digestOfFile(changing)]).not.toContain(record.sources["../../../changing.md"]);
  expect(record.sources["../../../changing.md"]).toBeDefined();
});

test("the sources of a project within a repository include those that it loads from elsewhere in the repository", async () => {
  const before = process.cwd();
  const repository = join(folder, "repository");
  for (const name of [".git", "infra", "shared"]) mkdirSync(join(repository, name), { recursive: true });
  const files = ["repository/shared/names.js", "beside.js"].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, "module.exports = 1;");
  process.chdir(join(repository, "infra"));
  try {
    for (const file of files) await import(file);
    const app = new App({ outdir: "out" });
    new OutreachProvider(new TerraformStack(app, "stack"), "outreach");
    app.synth();
    const written = readFileSync("out/stacks/stack/outreach-synth.json", "utf8");
    const { sources } = JSON.parse(written) as SynthRecord;
    expect(sources["../../../../shared/names.js"]).toBe(digestOfFile(files[0]!));
    expect(Object.keys(sources).filter((path) => path.endsWith("/beside.js"))).toEqual([]);
  } finally {
    process.chdir(before);
  }
});
