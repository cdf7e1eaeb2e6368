// Deploys examples/quickstart with cdktf-cli and terraform (or tofu) into a simulator of the Outreach API on
// this machine. Needs Node and npm, and installs the rest.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Commands, Interrupted } from "./commands.mjs";
import { findEngine } from "./engine.mjs";
import { holdsDeployment } from "./state.mjs";
import { tellStory } from "./story.mjs";
import { bold, dim, say } from "./terminal.mjs";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const STATE = "terraform.quickstart.tfstate";
/** A killed engine leaves its lock. */
const STATE_FILES = [STATE, `${STATE}.backup`, `.${STATE}.lock.info`].map((file) => resolve(ROOT, file));
/** The simulator takes any ids. */
const USER = "quickstart-user";
const WORKSPACE = "quickstart-workspace";
/** Exit status of a program that SIGINT or SIGTERM ended. */
const INTERRUPT_STATUS = { SIGINT: 130, SIGTERM: 143 };
process.chdir(ROOT);

function removeState() {
  for (const file of STATE_FILES) rmSync(file, { force: true });
}

function environment(engine, url) {
  const env = {
    ...process.env,
    CI: "1",
    CHECKPOINT_DISABLE: "1",
    TERRAFORM_BINARY_NAME: engine,
    OUTREACH_BASE_URL: url,
    OUTREACH_USER_ID: USER,
    OUTREACH_WORKSPACE_ID: WORKSPACE,
  };
  // If the settings file is missing, the engine prints a warning before everything else.
  if (!existsSync(env.TF_CLI_CONFIG_FILE ?? "")) delete env.TF_CLI_CONFIG_FILE;
  for (const name of ["OUTREACH_AUTHORIZATION_TOKEN", "CDKTF_OUTDIR", "CDKTF_OUTPUT"]) delete env[name];
  return env;
}

function introduce(engine, url, isVerbose) {
  say(bold("cdktf-outreach in six steps, one to two minutes"));
  say(
    "\nThe app examples/quickstart/main.ts declares 2 clusters and 5 snippets, whose prompts are files. It is deployed",
  );
  say("into a simulated Outreach API on this machine: no account is needed, and nothing remains.");
  say(`The simulator listens on ${url}; plans are run by ${engine}.`);
  if (!isVerbose) say(dim("To see what cdktf and the engine print: npm run quickstart -- --verbose"));
}

function conclude(seconds) {
  say(
    `\n${bold(`Done in ${seconds} s.`)} The simulator has ended, and its objects with it. Three next steps:\n`,
  );
  say("  1. Deploy the same app, then edit a prompt in examples/quickstart/prompts and deploy again:");
  say("       export OUTREACH_USER_ID=me OUTREACH_WORKSPACE_ID=ours && npx cdktf deploy");
  say("  2. Review a plan as a page:");
  say("       node dist/cli/cdktf-outreach.cjs review --format html --out review.html");
  say(
    '  3. Begin an app of your own: the block below "Use it" in README.md goes into a shell in an empty folder.',
  );
}

function sayInterrupted(objects) {
  const leftovers =
    objects === 0
      ? "No object was left"
      : `${objects} object${objects === 1 ? " was" : "s were"} left in the simulator, which has ended`;
  say(`\n${bold("Interrupted.")} ${leftovers}. The state file is removed, too.`);
  say("There is nothing to clean up. To start again: npm run quickstart");
}

async function play({ engine, version, isVerbose }) {
  const started = performance.now();
  const { startSimulator } = await import("../../dist/simulator/index.js");
  const simulator = await startSimulator();
  const { url } = simulator;
  const commands = new Commands(ROOT, environment(engine, url), isVerbose);
  for (const signal of Object.keys(INTERRUPT_STATUS)) process.on(signal, () => commands.interrupt(signal));
  try {
    introduce(`${engine} ${version}`.trim(), url, isVerbose);
    await tellStory({ simulator, workspace: WORKSPACE, commands, url });
    conclude(Math.round((performance.now() - started) / 1000));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    sayInterrupted(simulator.objects(WORKSPACE).length);
    process.exitCode = INTERRUPT_STATUS[commands.signal];
  } finally {
    await simulator.close();
    removeState();
  }
}

/** Setup runs in a separate process, so that its progress is shown. */
function setUp() {
  const { status, signal } = spawnSync(process.execPath, ["scripts/setup.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error(`scripts/setup.mjs ended with ${signal ?? `status ${status}`}.`);
}

async function main() {
  const { values } = parseArgs({ options: { verbose: { type: "boolean", default: false } } });
  const { engine, version } = findEngine();
  setUp();
  const state = resolve(ROOT, STATE);
  if (holdsDeployment(state, WORKSPACE)) {
    throw new Error(
      `${state} holds the state of a deployment of your own. Destroy it (npx cdktf destroy) or move the file, then run this again.`,
    );
  }
  removeState();
  await play({ engine, version, isVerbose: values.verbose });
}

main().catch((error) => {
  console.error(`\nThe quickstart failed: ${error.message}`);
  process.exitCode = 1;
});
