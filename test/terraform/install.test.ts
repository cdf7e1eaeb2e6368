import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { runCommand } from "./commands";
import { BUILT, type Project, workbench } from "./harness";

const bench = workbench({ provider: "both" });

/** A folder for plain HCL: without a provider, and with a home directory of its own. */
async function emptyProject(): Promise<Project> {
  const project = await bench.project();
  rmSync(join(project.folder, "terraform.d"), { recursive: true });
  return project;
}

async function install(project: Project): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: join(project.folder, "home") };
  const { status, stdout, stderr } = await runCommand(["install"], { cwd: project.folder, env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** The two blocks that the command prints to copy. */
function blocksOf(report: string): string {
  return /^terraform \{[^]*?^provider "outreach" \{\}$/m.exec(report)![0];
}

const SNIPPET = `resource "outreach_snippet" "opener" {\n  name   = "Opener"\n  prompt = "Hi {name}"\n}\n`;

test("after install, the blocks that it prints and a resource apply and plan clean", async () => {
  const project = await emptyProject();
  project.write("main.tf", `${blocksOf(await install(project))}\n${SNIPPET}`);
  await project.init();
  await project.succeed(["apply", "-auto-approve", "-input=false"], BUILT);
  expect(bench.object("Opener")).toMatchObject({ prompt: "Hi {name}" });
  expect((await project.run(["plan", "-detailed-exitcode"])).status).toBe(0);
});

test("install replaces the version that the lock file names, and init ignores what lies beside the version", async () => {
  const project = await emptyProject();
  const versions = join(project.folder, "terraform.d/plugins", PROVIDER_ADDRESS);
  project.write("main.tf", `${blocksOf(await install(project))}\n${SNIPPET}`);
  const lock = () => readFileSync(join(project.folder, ".terraform.lock.hcl"), "utf8");
  const installed = lock();
  renameSync(join(versions, PROVIDER_VERSION), join(versions, "0.0.9"));
  project.write(".terraform.lock.hcl", installed.replaceAll(PROVIDER_VERSION, "0.0.9"));
  for (const name of ["notes", ".cdktf-outreach-running/linux_amd64"])
    mkdirSync(join(versions, name), { recursive: true });
  expect(await install(project)).toContain("Removed: 0.0.9.");
  expect(readdirSync(versions).sort()).toEqual([".cdktf-outreach-running", PROVIDER_VERSION, "notes"].sort());
  expect(lock()).toBe(installed);
  await project.init();
  expect(await install(project)).not.toMatch(/Removed|stays|Warning/);
});

test("without its mirror, init refuses to take the provider from elsewhere with another checksum", async () => {
  const project = await emptyProject();
  project.write("main.tf", `${blocksOf(await install(project))}\n${SNIPPET}`);
  const elsewhere = project.installProvider("elsewhere");
  writeFileSync(join(elsewhere, "provider.cjs"), "// not ours\n");
  rmSync(join(project.folder, "terraform.d"), { recursive: true });
  project.write(
    "cli.tfrc",
    'provider_installation {\n  filesystem_mirror {\n    path = "./elsewhere"\n  }\n}\n',
  );
  const env = { ...BUILT, TF_CLI_CONFIG_FILE: join(project.folder, "cli.tfrc") };
  for (const args of [["init"], ["init", "-upgrade"]]) {
    const { status, stderr } = await project.run([...args, "-input=false", "-no-color"], env);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("checksums") as string });
  }
});

test("install prints the mirror that a provider_installation block of the CLI configuration needs", async () => {
  const project = await emptyProject();
  const rc = join(project.folder, "home/.terraformrc");
  writeFileSync(rc, "# provider_installation {}\n");
  expect(await install(project)).not.toContain("provider_installation");
  writeFileSync(rc, "provider_installation {\n  direct {}\n}\n");
  const report = await install(project);
  expect(report).toContain(`${rc} has a provider_installation block`);
  project.write("main.tf", blocksOf(report));
  const block = /^ {2}filesystem_mirror[^]*exclude.*\n {2}\}/m.exec(report)![0];
  writeFileSync(rc, `provider_installation {\n${block}\n}\n`);
  await project.succeed(["init", "-input=false"], { ...BUILT, TF_CLI_CONFIG_FILE: rc });
});
