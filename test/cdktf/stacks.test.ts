import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { installBuild } from "./builds";
import { ENGINE, itWith } from "../terraform/engine";
import { readStateFile } from "../terraform/state-file";
import { cdktfBench, type CdktfProject, HCL, ROOT, succeeded, WORKSPACE_ID } from "./harness";

// What the engine does with stacks that an app has written. cdktf-cli runs in deploy.test.ts.

const bench = cdktfBench({ provider: "in-process" });

const oneOfEach = `
  new OutreachProvider(stack, "outreach");
  const cluster = new OutreachCluster(stack, "cluster", { name: "Europe", description: "Sales" });
  new OutreachSnippet(stack, "snippet", { name: "Opener", prompt: "Hi " + variable("first_name") });
  new cdktf.TerraformOutput(stack, "id", { value: cluster.id });`;

const names = () =>
  bench
    .simulator()
    .objects()
    .map(({ name }) => name)
    .sort();

/** Starts the provider, as a plan does, but fewer times. */
async function validate(project: CdktfProject, stack: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const options = { cwd: project.stackFolder(stack), env };
  succeeded("validate", await project.spawn(ENGINE, ["validate"], options));
}

test("a plan needs no setting of the user: neither a CLI configuration with the block of docs/guides/setups.md nor options of the user's own Node disturb it", async () => {
  const project = bench.project({ provider: "built" });
  project.app({ configured: oneOfEach });
  const [block] = /^ *provider_installation \{[^]*?\n *\}\n(?= *```)/m.exec(
    readFileSync(join(ROOT, "docs/guides/setups.md"), "utf8"),
  )!;
  project.write("terraform.rc", block);
  await project.synth();
  const env = {
    TF_CLI_CONFIG_FILE: join(project.folder, "terraform.rc"),
    // As a test runner or an editor sets it, with a path that holds in the project's folder only.
    NODE_OPTIONS: "--require ./hook.cjs",
  };
  await project.engine("configured", ["init"], env);
  expect(await project.engine("configured", ["plan"], env)).toContain("2 to add");
});

itWith("removed")(
  "the example of docs/index.md keeps the object of a renamed resource, and of a removed one",
  async () => {
    const project = bench.project();
    const provider = 'new OutreachProvider(stack, "outreach", { existingName: "fail" });\n';
    project.write("prompts/opener.md", "Hi\n");
    project.app({
      outbound: `${provider}
      new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile("prompts/opener.md") });
      new OutreachSnippet(stack, "goodbye", { name: "Goodbye", prompt: "Bye" });`,
    });
    await project.synth();
    await project.apply("outbound");
    const objects = bench.simulator().objects();
    expect(names()).toEqual(["Goodbye", "Opener"]);

    const page = readFileSync(join(ROOT, "docs/index.md"), "utf8");
    const [, block] = /^```ts\n([^`]*\.moveFromId\([^`]*)^```$/m.exec(page)!;
    project.app({ outbound: provider + block! });
    await project.synth();
    await project.apply("outbound");
    expect(bench.simulator().objects()).toEqual(objects);
    const state = readStateFile(join(project.folder, "terraform.outbound.tfstate"));
    expect(Object.keys(state)).toEqual(["outreach_snippet.first-mail"]);
  },
);

test("an ES module imports by name, in a folder whose path has spaces", async () => {
  const project = bench.project({ name: "my app (1)", provider: "built" });
  project.write("package.json", JSON.stringify({ private: true, type: "module" }));
  project.app({ module: oneOfEach }, "import");
  await project.synthInProcess();
  await project.engine("module", ["init"]);
  await validate(project, "module");
  const written = readFileSync(join(project.stackFolder("module"), "cdk.tf.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ resource: { outreach_cluster: {}, outreach_snippet: {} } });
});

test("objects that exist are imported by import blocks, a data source's lists can be used in outputs, and a second provider creates in its own workspace", async () => {
  const { simulator } = bench;
  const cluster = simulator().create("cluster", WORKSPACE_ID, { name: "Old", description: "d" });
  const snippet = simulator().create("snippet", WORKSPACE_ID, { name: "Old", prompt: "p" });
  const project = bench.project();
  project.app({
    imports: `
      new OutreachProvider(stack, "outreach");
      new OutreachCluster(stack, "cluster", { name: "New", description: "d" }).importFrom("${cluster.id}");
      new OutreachSnippet(stack, "snippet", { name: "Old", prompt: "p" }).importFrom("${snippet.id}");
      const found = new DataOutreachSnippets(stack, "found");
      new cdktf.TerraformOutput(stack, "first", { value: found.snippets.get(0).name });
      const other = new OutreachProvider(stack, "other", { alias: "other", workspaceId: "workspace-other" });
      new OutreachCluster(stack, "there", { name: "There", provider: other });`,
  });
  await project.synth();
  const applied = await project.apply("imports");
  expect(applied).toMatch(/2 imported, 1 added, 1 changed, 0 destroyed/);
  expect(applied).toContain('first = "Old"');
  expect(simulator().objects(WORKSPACE_ID)).toMatchObject([
    { id: cluster.id, name: "New" },
    { id: snippet.id, name: "Old" },
  ]);
  expect(simulator().objects("workspace-other")).toMatchObject([{ name: "There" }]);
});

test("a stack that synth writes as HCL plans too, without snippets and where nothing is read ahead", async () => {
  const project = bench.project();
  const cluster = 'new OutreachCluster(stack, "cluster", { name: "Europe" });';
  project.app({
    clusters: `new OutreachProvider(stack, "outreach"); ${cluster}`,
    unread: `new OutreachProvider(stack, "outreach", { readAhead: false }); ${cluster}`,
  });
  await project.synth(HCL);
  for (const stack of ["clusters", "unread"]) {
    expect(readdirSync(project.stackFolder(stack))).toContain("cdk.tf");
    await project.engine(stack, ["init"]);
    await project.engine(stack, ["plan"]);
  }
});

test("the cache of providers in the home directory serves other projects, where the first one is gone, and other bytes of the same version", async () => {
  const home = mkdtempSync(join(tmpdir(), "cdktf-outreach-home-"));
  // Where cdktf lets the engine keep them.
  const cache = join(home, ".terraform.d/plugin-cache");
  mkdirSync(cache, { recursive: true });
  const validated = async (project: CdktfProject) => {
    project.app({ cached: oneOfEach });
    await project.synth();
    const env = { TF_PLUGIN_CACHE_DIR: cache };
    await project.engine("cached", ["init"], env);
    await validate(project, "cached", env);
    return project;
  };
  try {
    const first = await validated(bench.project({ home, provider: "built" }));
    expect(readdirSync(join(cache, PROVIDER_ADDRESS))).toEqual([PROVIDER_VERSION]);
    first.dispose();
    await validated(bench.project({ home, provider: "built" }));
    const other = bench.project({ home, provider: "built", package: "none" });
    installBuild(other, { comment: "other bytes" });
    await validated(other);
  } finally {
    rmSync(home, { recursive: true });
  }
});
