// Packs the built package as npm would publish it, and checks the tarball with publint and Are The Types
// Wrong: entry points, files and types. Run `npm run setup` first. Needs no network.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./sources.mjs";

/** Runs a program of node_modules/.bin or npm in the root folder; reports whether it succeeded. */
function succeeds(/** @type {string} */ program, /** @type {string[]} */ ...args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) console.error(error.message);
  return status === 0;
}

const bin = join(root, "node_modules/.bin");
const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-package-"));
try {
  const isPacked = succeeds("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
  const tarball = join(folder, readdirSync(folder)[0] ?? "");
  const results = isPacked && [
    succeeds(join(bin, "publint"), "run", tarball, "--strict"),
    // Both entry points are CommonJS, which `import` of an ES module can load as well.
    succeeds(join(bin, "attw"), tarball, "--no-emoji", "--format", "ascii"),
  ];
  if (!isPacked || (results && results.includes(false))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
