// Stands in for cdktf-cli, which takes seconds of CPU time to load for every command: runs the app and then
// the engine on each stack, as cdktf-cli does. Takes the commands synth, diff, deploy and destroy.
const { spawnSync } = require("node:child_process");
const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const ENGINE = process.env["TERRAFORM_BINARY_NAME"] || "terraform";
const STACKS = "cdktf.out/stacks";

/** What the engine does after `init`; nothing for synth. */
const STEPS = /** @type {Record<string, string[]>} */ ({
  synth: [],
  diff: ["plan", "-out=plan"],
  deploy: ["apply", "-auto-approve"],
  destroy: ["destroy", "-auto-approve"],
});

function run(/** @type {string} */ program, /** @type {string[]} */ args, cwd = ".") {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

const [command = "", ...args] = process.argv.slice(2);
const step = STEPS[command];
if (step === undefined) throw new Error(`The stand-in for cdktf has no command ${command}.`);
const named = args.filter((arg) => !arg.startsWith("--"));
if (!args.includes("--skip-synth")) run("sh", ["-c", JSON.parse(readFileSync("cdktf.json", "utf8")).app]);
for (const stack of step.length === 0 ? [] : readdirSync(STACKS)) {
  if (named.length > 0 && !named.includes(stack)) continue;
  const folder = join(STACKS, stack);
  run(ENGINE, ["init", "-input=false", "-no-color"], folder);
  run(ENGINE, [...step, "-input=false", "-no-color"], folder);
}
