import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findEngine } from "../engine/find-engine";
import { type Context, error, type Finding, ok, warning } from "./finding";

/** The oldest Node.js that the package supports, as in package.json. */
const OLDEST_NODE = [20, 18, 1] as const;

/** Checks the Node.js on PATH, with which the engine starts the provider. */
export function checkNode({ environment }: Context): Finding[] {
  const outcome = spawnSync("node", ["--version"], { env: environment, encoding: "utf8" });
  const version = outcome.status === 0 ? outcome.stdout.trim() : undefined;
  if (version === undefined) {
    return [
      error("Node.js", "There is no node on PATH.", "Put it there: the engine starts the provider with it."),
    ];
  }
  if (isAtLeast(version, OLDEST_NODE)) return [ok("Node.js", version)];
  return [
    error(
      "Node.js",
      `${version} is too old.`,
      `Install ${OLDEST_NODE.join(".")} or newer, and put it first on PATH.`,
    ),
  ];
}

/** Reports whether the first `x.y.z` in `version` is at least the version `least`. */
export function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const different = least.findIndex((part, index) => part !== parts[index]);
  return different === -1 || (parts[different] ?? 0) > least[different]!;
}

/** Checks whether node-pty loads, the terminal in which cdktf-cli runs the engine. */
export function checkTerminal({ folder, environment }: Context): Finding[] {
  const cli = join(folder, "node_modules/cdktf-cli/package.json");
  if (!existsSync(cli)) return [];
  const load = `require(require.resolve("@cdktf/node-pty-prebuilt-multiarch", { paths: [${JSON.stringify(cli)}] }))`;
  const { status } = spawnSync("node", ["-e", load], { env: environment, encoding: "utf8" });
  if (status === 0) return [ok("node-pty", "The terminal of cdktf-cli loads.")];
  return [
    warning(
      "node-pty",
      `The terminal of cdktf-cli does not load with this Node.js, so cdktf deploy ends in an error.`,
      "Use Node.js 20 or 22, or replace it: npm install -D @cdktf/node-pty-prebuilt-multiarch@npm:@lydell/node-pty@1.1.0 " +
        'and the same under "overrides" in package.json.',
    ),
  ];
}

/** The oldest engines that the package is tested with. */
const OLDEST = { terraform: [1, 5, 7], tofu: [1, 6, 0] } as const;

/** Checks the engine: it is present, runs, and is new enough for protocol 6 and import blocks. */
export function checkEngine({ environment }: Context): Finding[] {
  let engine: string;
  try {
    engine = findEngine(environment);
  } catch (failure) {
    return [error("engine", (failure as Error).message.replaceAll(/\s*\n\s*/g, " "), "")];
  }
  const { stdout } = spawnSync(engine, ["version"], { env: environment, encoding: "utf8" });
  const name = /^(Terraform|OpenTofu) v[\w.-]+/.exec(stdout)?.[0] ?? engine;
  const oldest = name.startsWith("OpenTofu") ? OLDEST.tofu : OLDEST.terraform;
  if (isAtLeast(name, oldest)) return [ok("engine", name)];
  return [error("engine", `${name} is too old.`, `Install ${oldest.join(".")} or newer.`)];
}
