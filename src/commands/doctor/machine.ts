import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../estate/engine/run-program";
import { findFork, findInstalled } from "../../placing/installed-package";
import { platformBuilds, PLATFORMS } from "../../placing/provider-package";
import { isAtLeast, OLDEST_NODE } from "../../util/versions";
import { type DoctorContext, error, failed, type Finding, ok, warning } from "./context";

/** The oldest engines that the package is tested with. */
const OLDEST = { Terraform: [1, 5, 7], OpenTofu: [1, 6, 0] } as const;

/** Checks the Node.js on PATH, with which the engine starts the provider. */
export function checkNode({ node: { status, stdout, stderr, error: failure } }: DoctorContext): Finding[] {
  const cure = "Put node on PATH: the engine starts the provider with it.";
  const version = stdout.trim();
  if (status !== 0 || !/^v\d+\.\d+\.\d+/.test(version)) {
    const reason = failure?.message ?? stderr.trim().split("\n")[0]!;
    return [error(`node --version prints no version${reason === "" ? "" : `: ${reason}`}.`, cure)];
  }
  if (isAtLeast(version, OLDEST_NODE)) return [ok(version)];
  const newer = `Install ${OLDEST_NODE.join(".")} or newer, and put it first on PATH.`;
  return [error(`${version} is too old.`, newer)];
}

/** Checks that an engine is present, runs, and is new enough for protocol 6 and import blocks. */
export function checkEngine({ engine, provider }: DoctorContext): Finding[] {
  if (engine instanceof Error) return [failed(engine)];
  const { version, platform } = engine;
  const oldest = OLDEST[version.startsWith("OpenTofu") ? "OpenTofu" : "Terraform"];
  if (!isAtLeast(version, oldest))
    return [error(`${version} is too old.`, `Install ${oldest.join(".")} or newer.`)];
  const known =
    provider instanceof Error ? PLATFORMS : platformBuilds(provider).map((build) => build.platform);
  if (platform === undefined || known.includes(platform)) return [ok(version)];
  const cure = `Use an engine for one of ${known.join(", ")}.`;
  return [error(`${version} is built for ${platform}, on which the provider does not run.`, cure)];
}

/** Checks whether node-pty can be loaded: cdktf-cli runs the engine in a terminal that node-pty opens. */
export async function checkTerminal(context: DoctorContext): Promise<Finding[]> {
  const { environment, signal, node } = context;
  const cli = installed("cdktf-cli", context);
  // Without node there is one cause, and another check reports it.
  if (cli === undefined || node.status !== 0) return [];
  const load = `require(require.resolve("@cdktf/node-pty-prebuilt-multiarch", { paths: [${JSON.stringify(cli.folder)}] }))`;
  const { status } = await runProgram("node", ["-e", load], { environment, signal });
  if (status === 0) return [ok("The terminal interface of cdktf-cli can be loaded.")];
  return [
    warning(
      "The terminal interface of cdktf-cli cannot be loaded with this Node.js, so cdktf deploy ends in an error.",
      "Use Node.js 20 or 22, or replace node-pty: npm install -D @cdktf/node-pty-prebuilt-multiarch@npm:@lydell/node-pty@1.1.0 " +
        'and the same under "overrides" in package.json.',
    ),
  ];
}

/** cdktn-cli ends in an error with an older Node.js; the library cdktn does not (cdktf.md, section 6). */
const OLDEST_NODE_OF_TERRAIN = [22, 19, 0] as const;

/** What each fork of CDKTF needs of the package constructs, from a version on and below another one. */
const CONSTRUCTS = {
  cdktf: { from: [10, 4, 2], below: [11, 0, 0], module: "cdktf-outreach" },
  cdktn: { from: [10, 6, 0], below: [10, 8, 0], module: "cdktf-outreach/cdktn" },
} as const;

/** Checks which fork of CDKTF the app uses, and what that fork needs. Returns nothing for a folder without an app. */
export function checkFork(context: DoctorContext): Finding[] {
  const { folder, environment, node } = context;
  if (!existsSync(join(folder, "cdktf.json"))) return [];
  const fork = findFork(folder, environment);
  if (fork === undefined && installed("cdktf", context) === undefined)
    return [error("Neither cdktf nor cdktn is installed.", "Run npm install cdktn constructs@10.7.")];
  if (fork === undefined) {
    const cure = `Remove the package that the app does not use; with cdktn, import from "${CONSTRUCTS.cdktn.module}".`;
    return [warning("Both cdktf and cdktn are installed.", cure)];
  }
  const [library, constructs] = [installed(fork, context), installed("constructs", context)];
  if (library === undefined || constructs === undefined) {
    const missing = library === undefined ? fork : "constructs";
    return [error(`The app uses ${fork}, but ${missing} is not installed.`, "Run npm install.")];
  }
  const { from, below, module } = CONSTRUCTS[fork];
  const findings = [ok(`${fork} ${library.version}: import from "${module}".`)];
  const version = node.stdout.trim();
  if (fork === "cdktn" && node.status === 0 && !isAtLeast(version, OLDEST_NODE_OF_TERRAIN)) {
    const text = `cdktn-cli needs Node.js 22.19 or newer, and node on PATH is ${version}.`;
    const cure = "Install Node.js 22.19 or newer to run cdktn. Synth without cdktn-cli (node main.js) works.";
    const isUsed = installed("cdktn-cli", context) !== undefined;
    findings.push(isUsed ? error(text, cure) : warning(text, cure));
  }
  if (!isAtLeast(constructs.version, from) || isAtLeast(constructs.version, below)) {
    const text = `constructs ${constructs.version} does not fit ${fork} ${library.version}.`;
    findings.push(error(text, "Run npm install constructs@10.7."));
  }
  return findings;
}

function installed(name: string, { folder, environment }: DoctorContext) {
  return findInstalled(name, folder, environment);
}

export function checkPackageVersion(context: DoctorContext): Finding[] {
  const { provider } = context;
  const version = installed("cdktf-outreach", context)?.version ?? "";
  if (version === "" || provider instanceof Error || provider.version === version) return [];
  const text = `This doctor belongs to version ${provider.version}, but the project has cdktf-outreach ${version}.`;
  return [warning(text, "Run npx cdktf-outreach doctor in the project.")];
}
