// Prepares a clone: installs the dependencies and builds dist, each only if it is missing or out of date.
// Needs only node and npm, and prints one line for each step. With --tests, also installs the CLI of CDK
// Terrain and a Node.js that is new enough for this CLI.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { distIsCurrent, root } from "./sources.mjs";

/** Compares the lock file with .package-lock.json, which npm writes at the end of every install. */
function dependenciesAreCurrent(folder) {
  const installed = join(folder, "node_modules/.package-lock.json");
  const wanted = join(folder, "package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

/** Runs a program silently; shows its output only when it fails. */
function step(what, program, args, cwd = root) {
  console.log(`${what} …`);
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`);
  console.error(`${what} failed: ${[program, ...args].join(" ")}`);
  process.exit(1);
}

/** Installs without install scripts: the build of dist is a separate step with its own error message. */
function install(what, folder) {
  if (!dependenciesAreCurrent(folder)) {
    step(`Installing ${what}`, "npm", ["ci", "--include=dev", "--ignore-scripts"], folder);
  }
}

install("the dependencies", root);
if (process.argv.includes("--tests")) {
  install("the CLI of CDK Terrain for its test", join(root, "test/cdktf/terrain"));
}
if (!distIsCurrent()) step("Building dist", process.execPath, [join(root, "scripts/build.mjs")]);
