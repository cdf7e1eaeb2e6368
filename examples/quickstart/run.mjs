// The quickstart: deploys examples/quickstart with the real cdktf-cli and the real terraform (or tofu), through our
// provider, into a simulator of the Outreach API on this machine. Needs Node and npm, and installs the rest.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { holdsDeployment } from "./state.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const STATE = ["terraform.quickstart.tfstate", "terraform.quickstart.tfstate.backup"].map((file) =>
  resolve(ROOT, file),
);
/** The simulator takes any ids. */
const USER = "quickstart-user";
const WORKSPACE = "quickstart-workspace";
process.chdir(ROOT);

/** Which engine runs the plans: what TERRAFORM_BINARY_NAME names, else terraform, else tofu. */
function findEngine() {
  const wanted = process.env.TERRAFORM_BINARY_NAME ?? "";
  const failing = [];
  for (const engine of wanted === "" ? ["terraform", "tofu"] : [wanted]) {
    const { status, error } = spawnSync(engine, ["version"], { stdio: "ignore" });
    if (status === 0) return engine;
    if (error?.code !== "ENOENT") failing.push(`${engine} version`);
  }
  if (wanted !== "")
    throw new Error(
      `TERRAFORM_BINARY_NAME names ${JSON.stringify(wanted)}, which does not run. Name another program, or unset it.`,
    );
  if (failing.length > 0)
    throw new Error(`${failing.join(" and ")} failed, though on PATH. Run that by itself to see why.`);
  throw new Error(
    "Neither terraform nor tofu is on PATH: install Terraform (https://developer.hashicorp.com/terraform/install) " +
      "or OpenTofu (https://opentofu.org/docs/intro/install) and run this again.",
  );
}

function heading(text) {
  console.log(`\n━━━ ${text}\n`);
}

/** Runs a program to its end, shows the lines it prints that `shows` lets through, and returns all of them. */
function run(program, args, env, shows = () => true) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const lines = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      if (shows(line)) console.log(line);
    });
    child.on("error", fail).on("close", (code) => {
      if (code === 0) done(lines.join("\n"));
      else fail(new Error(`${program} ${args.join(" ")} ended with status ${code}.`));
    });
  });
}

/** Hides what every command repeats: how terraform prepares the folder. */
function withoutInit() {
  let hidden = false;
  return (line) => {
    if (line.includes("Initializing the backend")) hidden = true;
    const shown = !hidden;
    if (line.includes("commands will detect it and remind you")) hidden = false;
    return shown;
  };
}

function expect(output, text, what) {
  if (!output.includes(text)) throw new Error(`Expected ${what}, which shows as ${JSON.stringify(text)}.`);
}

async function deployAndRepair(simulator, cdktf) {
  heading("1. The plan: what would be created");
  expect(await cdktf("diff"), "7 to add", "a plan that creates 2 clusters and 5 snippets");

  heading("2. The apply");
  await cdktf("deploy", "--auto-approve");

  heading("3. A second plan: nothing is left to do");
  expect(await cdktf("diff"), "No changes", "an empty plan");

  heading("4. Somebody edits a prompt behind Terraform's back; the plan shows it");
  const opener = simulator.objects(WORKSPACE).find(({ name }) => name === "Sequence 1: opener");
  simulator.update(opener.id, {
    prompt: `${opener.prompt.trimEnd()}\n\nMention our anniversary discount.\n`,
  });
  expect(await cdktf("diff"), "1 to change", "a plan that undoes the edit");

  heading("5. The next deploy repairs it");
  await cdktf("deploy", "--auto-approve");
  expect(await cdktf("diff"), "No changes", "an empty plan");

  heading("6. The teardown");
  await cdktf("destroy", "--auto-approve");
  const left = simulator.objects(WORKSPACE);
  if (left.length > 0) throw new Error(`The teardown left ${left.length} objects in the workspace.`);
}

function removeState() {
  for (const file of STATE) rmSync(file, { force: true });
}

async function main() {
  const engine = findEngine();
  await run(process.execPath, ["scripts/setup.mjs"], process.env);
  if (holdsDeployment(STATE[0], WORKSPACE)) {
    throw new Error(
      `${STATE[0]} holds the state of a deployment of your own. Destroy it (npx cdktf destroy) or move the file, then run this again.`,
    );
  }
  removeState();
  const { startSimulator } = await import("../../dist/simulator/index.js");
  const simulator = await startSimulator();
  console.log(`The simulated Outreach API listens on ${simulator.url}; plans are run by ${engine}.`);
  const env = {
    ...process.env,
    CI: "1",
    CHECKPOINT_DISABLE: "1",
    FORCE_COLOR: "0",
    TERRAFORM_BINARY_NAME: engine,
    OUTREACH_BASE_URL: simulator.url,
    OUTREACH_USER_ID: USER,
    OUTREACH_WORKSPACE_ID: WORKSPACE,
  };
  // cdktf shows terraform's warning about a settings file that is not there before everything else.
  if (!existsSync(env.TF_CLI_CONFIG_FILE ?? "")) delete env.TF_CLI_CONFIG_FILE;
  delete env.OUTREACH_AUTHORIZATION_TOKEN;
  const cli = resolve(ROOT, "node_modules/cdktf-cli/bundle/bin/cdktf");
  try {
    await deployAndRepair(simulator, (...args) => run(process.execPath, [cli, ...args], env, withoutInit()));
    heading("Done. README.md says how to do the same in a repository of your own.");
  } finally {
    await simulator.close();
    removeState();
  }
}

main().catch((error) => {
  console.error(`\nThe quickstart failed: ${error.message}`);
  process.exitCode = 1;
});
