// Makes a clone ready: installs the dependencies and builds dist, each only where it is missing or out of date. Needs
// nothing but node and npm, and prints one line for each step it takes.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { distIsCurrent, root } from "./sources.mjs";

/** npm writes this file at the end of every install. */
const installed = join(root, "node_modules/.package-lock.json");

function dependenciesAreCurrent() {
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs
  );
}

/** Runs a program silently; what it prints is shown only when it fails. */
function step(what, program, args) {
  console.log(`${what} …`);
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`);
  console.error(`${what} failed: ${[program, ...args].join(" ")}`);
  process.exit(1);
}

if (!dependenciesAreCurrent()) {
  // The build below is a step of its own, with its own message where it fails.
  step("Installing the dependencies", "npm", ["ci", "--include=dev", "--ignore-scripts"]);
}
if (!distIsCurrent()) step("Building dist", process.execPath, [join(root, "scripts/build.mjs")]);
