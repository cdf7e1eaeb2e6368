import { spawnSync } from "node:child_process";
import { findEngine } from "../review/engine";
import { type Context, error, type Finding, ok } from "./finding";
import { isAtLeast } from "./runtime";

/** The oldest engines that the package is tested with. */
const OLDEST = { terraform: [1, 5, 7], tofu: [1, 6, 0] } as const;

/** Checks the engine that plans: present, running, and new enough for protocol 6 with import blocks. */
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
