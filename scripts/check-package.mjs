// Packs the built package, checks the tarball with publint and Are The Types Wrong, and compares its size
// with the performance guide. Run `npm run setup` first. Needs no network.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./sources.mjs";

function succeeds(/** @type {string} */ program, /** @type {string[]} */ ...args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) console.error(error.message);
  return status === 0;
}

/** Returns undefined if npm fails. */
function pack(/** @type {string} */ folder) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: root, encoding: "utf8" });
  if (status === 0) return JSON.parse(stdout)[0];
  console.error(stderr);
  return undefined;
}

/** The sizes may differ from the performance guide by a tenth. */
function isAsDocumented({ size, unpackedSize }) {
  const guide = readFileSync(join(root, "docs/guides/performance.md"), "utf8");
  const row = /^\| size of the package: packed, unpacked +\| ([\d.]+) KiB, ([\d.]+) MiB /m.exec(guide) ?? [];
  const [packed, unpacked] = [size / 1024, unpackedSize / 1024 ** 2];
  const measured = `${Math.round(packed)} KiB, ${unpacked.toFixed(2)} MiB`;
  console.log(`Size of the package: packed, unpacked: ${measured}`);
  const isNear = (/** @type {number} */ is, /** @type {string | undefined} */ said) =>
    Math.abs(is / Number(said) - 1) < 0.1;
  if (isNear(packed, row[1]) && isNear(unpacked, row[2])) return true;
  console.error(`docs/guides/performance.md has other sizes. Look for the cause, then write ${measured}.`);
  return false;
}

const bin = join(root, "node_modules/.bin");
const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-package-"));
try {
  const packed = pack(folder);
  const tarball = join(folder, packed?.filename ?? "");
  const results = packed !== undefined && [
    isAsDocumented(packed),
    succeeds(join(bin, "publint"), "run", tarball, "--strict"),
    // The entry points are CommonJS, which ES modules can import, too.
    succeeds(join(bin, "attw"), tarball, "--no-emoji", "--format", "ascii"),
  ];
  if (!results || results.includes(false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
