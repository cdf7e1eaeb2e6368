import { spawnSync } from "node:child_process";
import { findEngine } from "../engine/find-engine";
import { type Context, error, type Finding, ok } from "./finding";

/** The oldest Node.js that the package supports, as in package.json. */
const OLDEST_NODE = [20, 18, 1] as const;

/** The oldest engines that the package is tested with. */
const OLDEST = { terraform: [1, 5, 7], tofu: [1, 6, 0] } as const;

/** Checks the Node.js on PATH, with which the engine starts the provider. */
export function checkNode({ environment }: Context): Finding[] {
  const { status, stdout } = spawnSync("node", ["--version"], { env: environment, encoding: "utf8" });
  if (status !== 0)
    return [error("There is no node on PATH.", "Put node on PATH: the engine starts the provider with it.")];
  const version = stdout.trim();
  if (isAtLeast(version, OLDEST_NODE)) return [ok(version)];
  const cure = `Install ${OLDEST_NODE.join(".")} or newer, and put it first on PATH.`;
  return [error(`${version} is too old.`, cure)];
}

/** Checks that an engine is present, runs, and is new enough for protocol 6 and import blocks. */
export function checkEngine({ environment }: Context): Finding[] {
  const engine = findEngine(environment);
  const { stdout } = spawnSync(engine, ["version"], { env: environment, encoding: "utf8" });
  const name = /^(Terraform|OpenTofu) v[\w.-]+/.exec(stdout)?.[0] ?? engine;
  const oldest = name.startsWith("OpenTofu") ? OLDEST.tofu : OLDEST.terraform;
  if (isAtLeast(name, oldest)) return [ok(name)];
  return [error(`${name} is too old.`, `Install ${oldest.join(".")} or newer.`)];
}

/** Reports whether the first `x.y.z` in `version` is at least the version `least`. */
export function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const different = least.findIndex((part, index) => part !== parts[index]);
  return different === -1 || (parts[different] ?? 0) > least[different]!;
}
