import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "./platforms";

export interface NodePackage {
  readonly folder: string;
  readonly program: string;
  /** The licence file, which packages for Windows lack. */
  readonly licence: string;
}

const FILES = ["package.json", "package-lock.json"];

/**
 * npm compares the package's bytes with the checksum in package-lock.json beside this file. Throws if npm
 * fails, or has no such package.
 */
export function installNode(
  { os, cpu, nodePackage, nodeProgram }: Platform,
  lock: string,
  cache: string,
): NodePackage {
  const folder = join(cache, `${os}-${cpu}`);
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(join(lock, file), join(folder, file));
  const args = [
    "ci",
    `--os=${os}`,
    `--cpu=${cpu}`,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--silent",
  ];
  const { status, error, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  const installed = join(folder, "node_modules", nodePackage);
  const program = join(installed, nodeProgram);
  // npm skips an optional package that it cannot get.
  if (status !== 0 || !existsSync(program)) {
    throw new Error(`npm could not install ${nodePackage}: ${error?.message ?? stderr}`);
  }
  return { folder, program, licence: join(installed, "LICENSE") };
}
