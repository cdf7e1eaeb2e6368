import { existsSync } from "node:fs";
import { join } from "node:path";
import { findFork, findInstalled, findNearest } from "../../placing";
import { isAtLeast } from "../../util/versions";
import type { DoctorContext } from "./context";
import { error, type Finding, ok, warning } from "./finding";
import { runProgram } from "./run-program";

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

/** Checks which fork of CDKTF the app uses. Returns nothing for a folder without an app. */
export function checkFork(context: DoctorContext): Finding[] {
  if (!isApp(context)) return [];
  const fork = findFork(context.folder, context.environment);
  const [cdktf, cdktn] = [installed("cdktf", context), installed("cdktn", context)];
  if (fork === undefined && cdktf !== undefined && cdktn !== undefined) {
    const cure =
      'Remove the package that the app does not use; with cdktn, import from "cdktf-outreach/cdktn".';
    return [warning(`Both cdktf ${cdktf.version} and cdktn ${cdktn.version} are installed.`, cure)];
  }
  if (fork === undefined)
    return [
      error("Neither cdktf nor cdktn is installed.", cureOf("npm install cdktn constructs@10.7", context)),
    ];
  const found = { cdktf, cdktn }[fork];
  if (found === undefined)
    return [
      error(`package.json names ${fork}, but ${fork} is not installed.`, cureOf("npm install", context)),
    ];
  const module = fork === "cdktf" ? "cdktf-outreach" : "cdktf-outreach/cdktn";
  return [ok(`${fork} ${found.version}: import from "${module}".`)];
}

/** cdktn-cli ends in an error with an older Node.js; the library cdktn does not (cdktf.md, section 6). */
const OLDEST_NODE_OF_TERRAIN = [22, 19, 0] as const;

/** Checks that Node.js is new enough for the command `cdktn` of CDK Terrain. */
export function checkTerrain(context: DoctorContext): Finding[] {
  const { node, folder, environment } = context;
  const version = node.stdout.trim();
  if (!isApp(context) || findFork(folder, environment) !== "cdktn") return [];
  if (node.status !== 0 || isAtLeast(version, OLDEST_NODE_OF_TERRAIN)) return [];
  const cli = installed("cdktn-cli", context);
  const text = `cdktn-cli ${cli === undefined ? "" : `${cli.version} `}needs Node.js 22.19 or newer, and node on PATH is ${version}.`;
  const cure = "Install Node.js 22.19 or newer to run cdktn. Synth without cdktn-cli (node main.js) works.";
  return [cli === undefined ? warning(text, cure) : error(text, cure)];
}

/** Checks the version of constructs: cdktn 0.24 needs 10.6 or 10.7, and cdktf needs 10.4.2 or newer. */
export function checkConstructs(context: DoctorContext): Finding[] {
  if (!isApp(context)) return [];
  const found = installed("constructs", context);
  const cure = cureOf("npm install constructs@10.7", context);
  if (found === undefined) return [error("constructs is not installed.", cure)];
  const fork = findFork(context.folder, context.environment);
  const library = fork === undefined ? undefined : installed(fork, context);
  if (library === undefined) return [];
  const { version } = found;
  const fits =
    fork === "cdktn"
      ? isAtLeast(version, [10, 6, 0]) && !isAtLeast(version, [10, 8, 0])
      : isAtLeast(version, [10, 4, 2]) && !isAtLeast(version, [11, 0, 0]);
  return fits ? [] : [error(`constructs ${version} does not fit ${fork} ${library.version}.`, cure)];
}

function isApp({ folder }: DoctorContext): boolean {
  return existsSync(join(folder, "cdktf.json"));
}

function installed(name: string, { folder, environment }: DoctorContext) {
  return findInstalled(name, folder, environment);
}

/** Says which command installs a package; with Yarn's Plug'n'Play, what makes packages be found. */
function cureOf(command: string, { folder }: DoctorContext): string {
  if (findNearest(folder, [".pnp.cjs"]) === undefined) return `Run ${command}.`;
  return "The project uses Yarn's Plug'n'Play: set nodeLinker: node-modules in .yarnrc.yml, then run yarn install.";
}
