import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { isObject, type JsonObject } from "../util/json";
import { readJsonFile } from "../util/files/read-file";

export interface InstalledPackage {
  /** Real path of its folder. */
  readonly folder: string;
  /** Empty if its package.json has none. */
  readonly version: string;
  readonly manifest: JsonObject;
}

/** The libraries that the constructs are built for. */
export type Fork = "cdktf" | "cdktn";

/**
 * Returns the package that Node loads for an import in a folder: from `node_modules` of the folder or of a
 * parent folder (workspaces of npm), through links (pnpm), or from NODE_PATH. Returns undefined if it is not
 * installed. The folder need not exist.
 * @throws Error naming a package.json that cannot be read
 */
export function findInstalled(
  name: string,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): InstalledPackage | undefined {
  const around = foldersAround(folder).filter((one) => basename(one) !== "node_modules");
  const paths = around.map((one) => join(one, "node_modules"));
  paths.push(...(environment.NODE_PATH ?? "").split(delimiter).filter((path) => path !== ""));
  const found = paths.map((path) => join(path, name, "package.json")).find((path) => existsSync(path));
  if (found === undefined) return undefined;
  const file = realpathSync(found);
  const manifest = readManifest(file);
  const { version } = manifest;
  return { folder: dirname(file), version: typeof version === "string" ? version : "", manifest };
}

/**
 * Returns the library that an app in a folder uses: what the nearest package.json depends on that names one
 * of them, or else what is installed. Returns undefined if it is neither or both.
 * @throws Error naming a package.json that cannot be read
 */
export function findFork(folder: string, environment?: NodeJS.ProcessEnv): Fork | undefined {
  const forks: readonly Fork[] = ["cdktf", "cdktn"];
  for (const around of foldersAround(folder)) {
    const file = join(around, "package.json");
    const manifest = existsSync(file) ? readManifest(file) : {};
    const declared = forks.filter((fork) => dependsOn(manifest, fork));
    if (declared.length === 1) return declared[0];
    if (declared.length > 1) break;
  }
  const installed = forks.filter((fork) => findInstalled(fork, folder, environment) !== undefined);
  return installed.length === 1 ? installed[0] : undefined;
}

/** Returns the content of a package.json. A byte order mark does not matter. */
export function readManifest(file: string): JsonObject {
  return readJsonFile(file, "is not an object of JSON. Correct it, or install its package again.");
}

/** Returns the nearest of some files, in the folder or in one around it; undefined if there is none. */
export function findNearest(folder: string, names: readonly string[]): string | undefined {
  const files = foldersAround(folder).flatMap((around) => names.map((name) => join(around, name)));
  return files.find((file) => existsSync(file));
}

function dependsOn(manifest: JsonObject, name: string): boolean {
  const lists = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  return lists.some((list) => {
    const dependencies = manifest[list];
    return isObject(dependencies) && Object.hasOwn(dependencies, name);
  });
}

/** Returns the real path of a folder, and those of its parent folders, the nearest first. */
function foldersAround(folder: string): string[] {
  const upFrom = (path: string): string[] => [path, ...(path === dirname(path) ? [] : upFrom(dirname(path)))];
  return upFrom(realPathOf(resolve(folder)));
}

/** Returns the real path also of a folder that does not exist yet. */
function realPathOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : join(realPathOf(dirname(folder)), basename(folder));
}
