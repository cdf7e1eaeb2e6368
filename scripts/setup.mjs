// Prepares a clone: installs the dependencies and builds dist, each only if it is missing or out of date.
// Needs only node and npm. With --tests, also installs the CLI of CDK Terrain and a Node.js that is new
// enough for this CLI.
import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { distIsCurrent, root } from "./sources.mjs";

/** npm writes .package-lock.json at the end of every install. */
function dependenciesAreCurrent(folder) {
  const installed = join(folder, "node_modules/.package-lock.json");
  const wanted = join(folder, "package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

const run = promisify(execFile);

/** Shows the program's output only if it fails. */
async function step(what, program, args, cwd = root) {
  console.log(`${what} …`);
  try {
    await run(program, args, { cwd, maxBuffer: Infinity });
  } catch (error) {
    const {
      stdout = "",
      stderr = "",
      message,
    } = /** @type {import("node:child_process").ExecFileException} */ (error);
    console.error(`${stdout}${stderr}${message}`);
    console.error(`${what} failed: ${[program, ...args].join(" ")}`);
    process.exit(1);
  }
}

/** Skips install scripts: the build of dist is a separate step with its own error message. */
async function install(what, folder) {
  if (dependenciesAreCurrent(folder)) return;
  await step(`Installing ${what}`, "npm", ["ci", "--include=dev", "--ignore-scripts"], folder);
}

async function build() {
  await install("the dependencies", root);
  if (!distIsCurrent()) await step("Building dist", process.execPath, [join(root, "scripts/build.mjs")]);
}

async function prepareTests() {
  if (!process.argv.includes("--tests")) return;
  await install("the CLI of CDK Terrain for its test", join(root, "test/cdktf/terrain"));
}

await Promise.all([build(), prepareTests()]);
