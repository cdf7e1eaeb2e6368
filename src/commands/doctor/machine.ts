import { existsSync } from "node:fs";
import { join } from "node:path";
import { findFork, findInstalled } from "../../placing/installed-package";
import { isAtLeast, OLDEST_NODE } from "../../util/versions";
import { type DoctorContext, error, type Finding, ok, warning } from "./context";

/** The oldest engine versions with which this package is tested. */
const OLDEST = { Terraform: [1, 5, 7], OpenTofu: [1, 6, 0] } as const;

/** The engine starts the provider with the Node.js on PATH. */
export function checkNode({ node }: Pick<DoctorContext, "node">): Finding[] {
  const version = node.stdout.trim();
  if (node.status !== 0 || !/^v\d+\.\d+\.\d+/.test(version)) {
    const reason = node.error?.message ?? node.stderr.trim().split("\n")[0]!;
    const text = `node --version prints no version${reason === "" ? "" : `: ${reason}`}.`;
    return [error(text, "Put node on PATH: the engine starts the provider with it.")];
  }
  if (isAtLeast(version, OLDEST_NODE)) return [ok(version)];
  const newer = `Install ${OLDEST_NODE.join(".")} or newer, and put it first on PATH.`;
  return [error(`${version} is too old.`, newer)];
}

/** An engine must support protocol 6 and import blocks. */
export function checkEngine({ engine: { version } }: Pick<DoctorContext, "engine">): Finding[] {
  const oldest = OLDEST[version.startsWith("OpenTofu") ? "OpenTofu" : "Terraform"];
  if (isAtLeast(version, oldest)) return [ok(version)];
  return [error(`${version} is too old.`, `Install ${oldest.join(".")} or newer.`)];
}

/**
 * Versions of the npm package `constructs` that each CDKTF fork needs: at least `from`, and less than
 * `below`.
 */
const CONSTRUCTS = {
  cdktf: { from: [10, 4, 2], below: [11, 0, 0], module: "cdktf-outreach" },
  cdktn: { from: [10, 6, 0], below: [10, 8, 0], module: "cdktf-outreach/cdktn" },
} as const;

export function checkFork({ folder, environment }: DoctorContext): Finding[] {
  if (!existsSync(join(folder, "cdktf.json"))) return [];
  const versionOf = (name: string) => findInstalled(name, folder, environment)?.version;
  const fork = findFork(folder, environment);
  if (fork === undefined && versionOf("cdktf") === undefined)
    return [error("Neither cdktf nor cdktn is installed.", "Run npm install cdktn constructs@10.7.")];
  if (fork === undefined) {
    const cure = `Remove the package that the app does not use; with cdktn, import from "${CONSTRUCTS.cdktn.module}".`;
    return [warning("Both cdktf and cdktn are installed.", cure)];
  }
  const [library, constructs] = [versionOf(fork), versionOf("constructs")];
  if (library === undefined || constructs === undefined) {
    const missing = library === undefined ? fork : "constructs";
    return [error(`The app uses ${fork}, but ${missing} is not installed.`, "Run npm install.")];
  }
  const { from, below, module } = CONSTRUCTS[fork];
  const found = ok(`${fork} ${library}: import from "${module}".`);
  if (isAtLeast(constructs, from) && !isAtLeast(constructs, below)) return [found];
  const text = `constructs ${constructs} does not fit ${fork} ${library}.`;
  return [found, error(text, "Run npm install constructs@10.7.")];
}
