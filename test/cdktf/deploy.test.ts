import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBuild } from "./builds";
import { itWith } from "../terraform/engine";
import { readStateFile } from "../terraform/state-file";
import { cdktfBench, ROOT, type CdktfProject } from "./harness";

const bench = cdktfBench();

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

test("a plain deploy works the first time and again, then destroy leaves nothing", async () => {
  const project = bench.project();
  project.app({ first: oneOfEach });
  const deployed = await project.run(["deploy", "--auto-approve"]);
  expect(deployed).toMatchObject({ status: 0 });
  expect(names()).toEqual(["Europe", "Opener"]);
  // cdktf shows everything an app prints to stderr as an error.
  expect(`${deployed.stdout}${deployed.stderr}`).not.toMatch(/\[ERROR\]|\bWARN\b/);

  const lock = project.lockFile("first");
  expect(await project.cdktf("deploy", "--auto-approve")).toContain("No changes");
  expect(project.lockFile("first")).toBe(lock);
  expect(readdirSync(project.folder).sort()).toEqual(
    ["cdktf.json", "cdktf.out", "main.js", "node_modules", "package.json", "terraform.first.tfstate"].sort(),
  );

  await project.cdktf("destroy", "--auto-approve");
  expect(names()).toEqual([]);
});

test("a CLI configuration with the block that docs/guides/setups.md shows finds the provider", async () => {
  const project = bench.project();
  project.app({ configured: oneOfEach });
  const [block] = /^ *provider_installation \{[^]*?\n *\}\n(?= *```)/m.exec(
    readFileSync(join(ROOT, "docs/guides/setups.md"), "utf8"),
  )!;
  project.write("terraform.rc", block);
  await project.synth();
  const env = { TF_CLI_CONFIG_FILE: join(project.folder, "terraform.rc") };
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
  const project = bench.project({ name: "my app (1)" });
  project.write("package.json", JSON.stringify({ private: true, type: "module" }));
  project.app({ module: oneOfEach }, "import");
  await project.synth();
  await project.apply("module");
  expect(names()).toEqual(["Europe", "Opener"]);
});

test("several stacks of one app deploy together, one with two provider aliases, and one that reads from another", async () => {
  const project = bench.project();
  project.app({
    writer: oneOfEach + "\nglobalThis.cluster = cluster;",
    reader: `
      new OutreachProvider(stack, "outreach");
      new OutreachSnippet(stack, "snippet", { name: "About", prompt: "\${x} " + globalThis.cluster.id });`,
    aliases: `
      new OutreachProvider(stack, "outreach");
      const other = new OutreachProvider(stack, "other", { alias: "other", workspaceId: "workspace-other" });
      new OutreachCluster(stack, "here", { name: "Here" });
      new OutreachCluster(stack, "there", { name: "There", provider: other });`,
  });
  await project.cdktf("deploy", "*", "--auto-approve");
  expect(names()).toEqual(["About", "Europe", "Here", "Opener", "There"]);
  expect(bench.simulator().objects("workspace-other")).toMatchObject([{ name: "There" }]);
  const objects = bench.simulator().objects();
  const cluster = objects.find(({ name }) => name === "Europe");
  expect(objects.find(({ name }) => name === "About")).toMatchObject({ prompt: `\${x} ${cluster?.id}` });
});

test("an object that exists is imported by an import block", async () => {
  const cluster = bench
    .simulator()
    .create("cluster", "workspace-77b1d2e4", { name: "Old", description: "d" });
  const snippet = bench.simulator().create("snippet", "workspace-77b1d2e4", { name: "Old", prompt: "p" });
  const project = bench.project();
  project.app({
    imports: `
      new OutreachProvider(stack, "outreach");
      new OutreachCluster(stack, "cluster", { name: "New", description: "d" }).importFrom("${cluster.id}");
      new OutreachSnippet(stack, "snippet", { name: "Old", prompt: "p" }).importFrom("${snippet.id}");`,
  });
  await project.synth();
  expect(await project.apply("imports")).toMatch(/2 imported, 0 added, 1 changed, 0 destroyed/);
  expect(bench.simulator().objects()).toMatchObject([
    { id: cluster.id, name: "New" },
    { id: snippet.id, name: "Old" },
  ]);
});

test("a data source's lists can be used in outputs", async () => {
  bench.simulator().create("snippet", "workspace-77b1d2e4", { name: "Old", prompt: "p" });
  const project = bench.project();
  project.app({
    list: `
      new OutreachProvider(stack, "outreach");
      const found = new DataOutreachSnippets(stack, "found");
      new cdktf.TerraformOutput(stack, "first", { value: found.snippets.get(0).name });`,
  });
  await project.synth();
  await project.engine("list", ["init"]);
  expect(await project.engine("list", ["plan"])).toContain('first = "Old"');
});

test("options of the user's own Node do not reach the provider", async () => {
  const project = bench.project();
  project.app({ options: oneOfEach });
  await project.synth();
  // As a test runner or an editor sets it, with a path that holds in the project's folder only.
  const env = { NODE_OPTIONS: "--require ./hook.cjs" };
  await project.engine("options", ["init"], env);
  await project.engine("options", ["plan"], env);
});

test("a stack that synth writes as HCL plans too, without snippets and where nothing is read ahead", async () => {
  const project = bench.project();
  const cluster = 'new OutreachCluster(stack, "cluster", { name: "Europe" });';
  project.app({
    clusters: `new OutreachProvider(stack, "outreach"); ${cluster}`,
    unread: `new OutreachProvider(stack, "outreach", { readAhead: false }); ${cluster}`,
  });
  await project.cdktf("synth", "--hcl");
  for (const stack of ["clusters", "unread"]) {
    expect(readdirSync(project.stackFolder(stack))).toContain("cdk.tf");
    await project.engine(stack, ["init"]);
    await project.engine(stack, ["plan"]);
  }
});

test("cdktf synth --hcl refuses overrides of the stack that CDKTF drops there, and plain synth keeps them", async () => {
  const project = bench.project();
  project.app({
    forgetting: `new OutreachProvider(stack, "outreach");
      new OutreachCluster(stack, "cluster", { name: "Europe" });
      stack.addOverride("removed", [{ from: "outreach_cluster.old", lifecycle: { destroy: false } }]);`,
  });
  const { status, stdout, stderr } = await project.run(["synth", "--hcl"]);
  expect(status).toBe(1);
  // cdktf wraps at the width of the terminal.
  expect(`${stdout}${stderr}`.replace(/\s+/g, " ")).toContain(
    "The overrides of the stack forgetting hold removed, which CDKTF leaves out of HCL",
  );
  await project.cdktf("synth");
  const written = readFileSync(join(project.stackFolder("forgetting"), "cdk.tf.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ removed: [{ from: "outreach_cluster.old" }] });
});

describe("the cache of providers that cdktf keeps in the home directory", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "cdktf-outreach-home-"));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  async function deployIn(project: CdktfProject): Promise<void> {
    project.app({ cached: oneOfEach });
    await project.cdktf("deploy", "--auto-approve");
  }

  test("other projects on the machine deploy, also where the first one is gone, and with other bytes of the same version", async () => {
    const first = bench.project({ home });
    await deployIn(first);
    await deployIn(bench.project({ home }));
    first.dispose();
    await deployIn(bench.project({ home }));
    const other = bench.project({ home, package: "none" });
    installBuild(other, { comment: "other bytes" });
    await deployIn(other);
  });
});

test("a package whose files may not be written deploys twice, and so does another build at the same place", async () => {
  const project = bench.project({ package: "none" });
  installBuild(project, {});
  const provider = join(project.folder, "node_modules/cdktf-outreach/dist/provider");
  for (const file of readdirSync(provider)) chmodSync(join(provider, file), 0o444);
  project.app({ upgraded: oneOfEach });
  await project.cdktf("deploy", "--auto-approve");
  expect(names()).toEqual(["Europe", "Opener"]);
  const again = async () => {
    expect(await project.cdktf("deploy", "--auto-approve")).toContain("No changes");
    return project.lockFile("upgraded");
  };
  const first = await again();

  installBuild(project, { version: "0.1.1" });
  const newer = await again();
  expect(newer).not.toBe(first);

  installBuild(project, { version: "0.1.1", comment: "other bytes" });
  expect(await again()).not.toBe(newer);
});
