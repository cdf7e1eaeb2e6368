// After `npm version`, this script writes the version of package.json into the files that repeat it.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.mjs";
import { carriers, withVersion } from "./version-carriers.ts";

const { npm_old_version: from, npm_new_version: to } = process.env;
if (from === undefined || to === undefined) throw new Error("Run npm version, which runs this script.");

for (const path of carriers) {
  const file = join(root, path);
  writeFileSync(file, withVersion(path, readFileSync(file, "utf8"), { from, to }));
}
// The generated bindings name the provider's version, so that an app gets the provider of its own package.
const { status } = spawnSync("npm", ["run", "--silent", "generate"], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;
