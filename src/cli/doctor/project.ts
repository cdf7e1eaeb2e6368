import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, error, type Finding, ok, warning } from "./finding";
import { isAtLeast } from "./runtime";

/** Checks whether node-pty can be loaded: cdktf-cli runs the engine in a terminal that node-pty opens. */
export function checkTerminal({ folder, environment }: Context): Finding[] {
  const cli = join(folder, "node_modules/cdktf-cli/package.json");
  if (!existsSync(cli)) return [];
  const load = `require(require.resolve("@cdktf/node-pty-prebuilt-multiarch", { paths: [${JSON.stringify(cli)}] }))`;
  const { status } = spawnSync("node", ["-e", load], { env: environment, encoding: "utf8" });
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
export function checkFork({ folder }: Context): Finding[] {
  if (!isApp(folder)) return [];
  const [cdktf, cdktn] = [versionOf(folder, "cdktf"), versionOf(folder, "cdktn")];
  if (cdktf !== undefined && cdktn !== undefined) {
    const cure =
      'Remove the package that the app does not use; with cdktn, import from "cdktf-outreach/cdktn".';
    return [warning(`Both cdktf ${cdktf} and cdktn ${cdktn} are installed.`, cure)];
  }
  if (cdktf !== undefined) return [ok(`cdktf ${cdktf}: import from "cdktf-outreach".`)];
  if (cdktn !== undefined) return [ok(`cdktn ${cdktn}: import from "cdktf-outreach/cdktn".`)];
  return [error("Neither cdktf nor cdktn is installed.", "npm install cdktn constructs@10.7")];
}

/** Checks the version of constructs: cdktn 0.24 needs 10.6 or 10.7, and cdktf needs 10.4.2 or newer. */
export function checkConstructs({ folder }: Context): Finding[] {
  if (!isApp(folder)) return [];
  const [cdktn, version] = [versionOf(folder, "cdktn"), versionOf(folder, "constructs")];
  const cure = "npm install constructs@10.7";
  if (version === undefined) return [error("constructs is not installed.", cure)];
  if (cdktn === undefined || (isAtLeast(version, [10, 6, 0]) && !isAtLeast(version, [10, 8, 0]))) return [];
  return [error(`constructs ${version} does not fit cdktn ${cdktn}.`, cure)];
}

function isApp(folder: string): boolean {
  return existsSync(join(folder, "cdktf.json"));
}

function versionOf(folder: string, name: string): string | undefined {
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
