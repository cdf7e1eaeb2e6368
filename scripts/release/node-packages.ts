import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "./platforms";

/** The Node.js of a platform, as its npm package contains it. */
export interface NodePackage {
  /** The folder in which the package is installed, beside the tools of a release. */
  readonly folder: string;
  readonly program: string;
  /** The licence file. Packages for Windows have none. */
  readonly licence: string;
}

const FILES = ["package.json", "package-lock.json"];

/**
 * Installs the Node.js of a platform into a folder and returns it. npm compares its bytes with the checksum of
 * package-lock.json, which is beside this file. Throws if npm fails, or has no such package.
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
