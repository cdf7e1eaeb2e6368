import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { error, type Context, type Finding, ok, warning } from "./finding";
import { isAtLeast } from "./runtime";

const CHECK = "CDKTF";

/**
 * Checks which fork of CDKTF the app uses, and whether constructs fits it. Returns nothing for a folder
 * without an app.
 */
export function checkFork({ folder }: Context): Finding[] {
  if (!existsSync(join(folder, "cdktf.json"))) return [];
  const versions = {
    cdktf: versionOf(folder, "cdktf"),
    cdktn: versionOf(folder, "cdktn"),
    constructs: versionOf(folder, "constructs"),
  };
  return [installed(versions), ...constructs(versions)];
}

interface Versions {
  readonly cdktf: string | undefined;
  readonly cdktn: string | undefined;
  readonly constructs: string | undefined;
}

function installed({ cdktf, cdktn }: Versions): Finding {
  if (cdktf !== undefined && cdktn !== undefined) {
    return warning(
      CHECK,
      `Both cdktf ${cdktf} and cdktn ${cdktn} are installed.`,
      'Remove the one that the app does not use; with cdktn, import from "cdktf-outreach/cdktn".',
    );
  }
  if (cdktf !== undefined) return ok(CHECK, `cdktf ${cdktf}: import from "cdktf-outreach".`);
  if (cdktn !== undefined) return ok(CHECK, `cdktn ${cdktn}: import from "cdktf-outreach/cdktn".`);
  return error(CHECK, "Neither cdktf nor cdktn is installed.", "npm install cdktn constructs@10.7");
}

/** cdktn 0.24 takes constructs from 10.6 to below 10.8, and cdktf any from 10.4.2. */
function constructs({ cdktn, constructs: version }: Versions): Finding[] {
  if (version === undefined) {
    return [error("constructs", "constructs is not installed.", "npm install constructs@10.7")];
  }
  if (cdktn === undefined || (isAtLeast(version, [10, 6, 0]) && !isAtLeast(version, [10, 8, 0]))) return [];
  return [
    error("constructs", `constructs ${version} does not fit cdktn ${cdktn}.`, "npm install constructs@10.7"),
  ];
}

function versionOf(folder: string, name: string): string | undefined {
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
