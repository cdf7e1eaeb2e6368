import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, type Simulator } from "../../src/simulator";
import { CdktfProject, COMMAND, QUICK_START, ROOT, succeeded, WORKSPACE_ID } from "./harness";
import { startInProcess } from "../terraform/in-process";
import type { RunningProvider } from "../terraform/running-provider";
import { BUILT } from "../terraform/project";
import { Hosts } from "./hosts";
import { newerNode, TERRAIN_CLI } from "./terrain-cli";

// An app of CDK Terrain with a copy of the build, and without CDKTF.

let project: CdktfProject;
let simulator: Simulator;
let inProcess: RunningProvider;
const hosts = new Hosts();

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1 });
  inProcess = await startInProcess();
  project = new CdktfProject(simulator.url, { package: "none", inProcess, hosts });
  withoutCdktf(project);
});

afterAll(async () => {
  project.dispose();
  await hosts.close();
  await inProcess.close();
  await simulator.close();
});

function withoutCdktf(one: CdktfProject): void {
  one.installCopy();
  rmSync(join(one.folder, "node_modules/cdktf"));
}

const app = (from: string) => `
  const { App, TerraformStack } = require("cdktn");
  const { OutreachCluster, OutreachProvider, OutreachSnippet } = require("${from}");
  const app = new App();
  const stack = new TerraformStack(app, "terrain");
  new OutreachProvider(stack, "outreach");
  new OutreachCluster(stack, "cluster", { name: "Europe" });
  new OutreachSnippet(stack, "opener", { name: "Opener", prompt: "Write to {company}." });
  app.synth();`;

test("cdktn deploys both workspaces of a new project, and the engine plans them clean and destroys them", async () => {
  const made = new CdktfProject(simulator.url, { package: "none", inProcess, hosts });
  try {
    withoutCdktf(made);
    for (const name of ["tsx", "@types/node"]) made.link(name, join(ROOT, "node_modules", name));
    made.linkCommands();
    for (const file of ["package.json", "cdktf.json"]) rmSync(join(made.folder, file));
    const options = ["--fork", "cdktn", "--ci", "gitlab", "--workspaces", "trial,live"];
    succeeded("init", await made.spawn(process.execPath, [...COMMAND, "init", ...options]));
    const ids = { TF_VAR_trial_workspace_id: "trial", TF_VAR_live_workspace_id: "live" };
    // With the built provider, and the newer Node.js, which its app command finds too.
    const node = newerNode();
    const PATH = `${join(node, "..")}:${process.env.PATH}`;
    const env = { ...BUILT, ...ids, PATH, GITHUB_ACTIONS: undefined, GITLAB_CI: undefined };
    const deploy = [...QUICK_START, TERRAIN_CLI, "deploy", "trial", "live", "--auto-approve"];
    succeeded("cdktn deploy", await made.spawn(node, deploy, { env }));
    const namesIn = (workspace: string) => simulator.objects(workspace).map(({ name }) => name);
    expect(namesIn("trial").sort()).toEqual(["Opener", "Reminder", "Sales Europe"]);
    expect(namesIn("live").sort()).toEqual(["Opener", "Sales Europe"]);
    for (const stack of ["trial", "live"]) {
      await made.engine(stack, ["plan", "-detailed-exitcode"], ids);
      await made.engine(stack, ["destroy", "-auto-approve"], ids);
    }
    expect(simulator.objects()).toEqual([]);
  } finally {
    made.dispose();
  }
});

test("an exported workspace plans as imports only in an app of cdktn; once applied, it plans clean", async () => {
  simulator.reset();
  simulator.seed({
    workspaceId: WORKSPACE_ID,
    clusters: [{ name: "Europe", description: "Sales" }, { name: "${x}" }],
    snippets: [{ name: "Opener", prompt: "Write to {company}.\n" }],
  });
  const out = "exported";
  project.link("tsx", join(ROOT, "node_modules/tsx"));
  const args = ["export", "--no-states", "--fork", "cdktn", "--out", out, "--verify"];
  expect(await project.command(args)).toMatchObject({
    status: 0,
    stderr: "Verified with the engine: 3 to import, 0 to add, 0 to change, 0 to destroy.\n",
  });
  await compile(out);
  project.write("main.js", exportedApp(out));
  await project.synth();
  await project.engine("terrain", ["init"]);
  expect(await project.engine("terrain", ["plan"])).toContain("3 to import, 0 to add, 0 to change");
  await project.engine("terrain", ["apply", "-auto-approve"]);
  const settle = [...args.filter((arg) => !["--verify", "--no-states"].includes(arg)), "--settle"];
  expect(succeeded("settle", await project.command(settle))).toContain("Removed 3 imports");
  await project.synth();
  await project.engine("terrain", ["plan", "-detailed-exitcode"]);
  await project.engine("terrain", ["destroy", "-auto-approve"]);
});

/** Compiles exported TypeScript code with the types of cdktn. */
async function compile(folder: string): Promise<void> {
  const options = "--strict --skipLibCheck --module node16 --target es2022 --types node".split(" ");
  const types = join(ROOT, "node_modules/@types");
  const compiler = join(ROOT, "node_modules/typescript7/bin/tsc");
  const args = [compiler, join(folder, "index.ts"), ...options, "--typeRoots", types];
  succeeded("tsc", await project.spawn(process.execPath, args));
}

const exportedApp = (folder: string) => `
  const { App, TerraformStack } = require("cdktn");
  const { OutreachProvider } = require("cdktf-outreach/cdktn");
  const { declareWorkspace } = require("./${folder}");
  const app = new App();
  const stack = new TerraformStack(app, "terrain");
  new OutreachProvider(stack, "outreach");
  declareWorkspace(stack);
  app.synth();`;

test("an app that has only cdktn and imports from cdktf-outreach gets an error that names the import", async () => {
  project.write("main.js", app("cdktf-outreach"));
  const { status, stderr } = await project.runApp();
  expect(status).toBe(1);
  expect(stderr).toContain('cdktf is not installed, but cdktn is: import from "cdktf-outreach/cdktn".');
});

describe("with both libraries", () => {
  let both: CdktfProject;

  beforeAll(() => {
    both = new CdktfProject(simulator.url, { package: "none", hosts });
    both.installCopy();
  });

  afterAll(() => both.dispose());

  test("both builds synthesize the same JSON but for versions", async () => {
    const forTerrain = app("cdktf-outreach/cdktn");
    const synthesize = async (text: string) => {
      both.write("main.js", text);
      await both.synth();
      const json = readFileSync(join(both.stackFolder("terrain"), "cdk.tf.json"), "utf8");
      const { terraform, resource, provider } = JSON.parse(json) as Record<string, Record<string, unknown>>;
      return { resource, provider, required: terraform!["required_providers"] };
    };
    expect(await synthesize(forTerrain.replaceAll('"cdktn"', '"cdktf"').replace("/cdktn", ""))).toEqual(
      await synthesize(forTerrain),
    );
  });
});
