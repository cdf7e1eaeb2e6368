import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { isObject, type JsonObject } from "../util/json";
import { readJsonFile, realPath } from "../util/files/read-file";

interface InstalledPackage {
  readonly folder: string;
  /** The package's version; empty if the package.json has no version. */
  readonly version: string;
  readonly manifest: JsonObject;
}

/**
 * Returns the package that Node loads for an import in a folder, which need not exist. Returns undefined if
 * the package is not installed.
 * @throws Error naming a package.json that cannot be read
 */
export function findInstalled(
  name: string,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): InstalledPackage | undefined {
  const paths = packageFolders(folder, environment).map((path) => join(path, name, "package.json"));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) return undefined;
  const file = realpathSync(found);
  const manifest = readManifest(file);
  const version = typeof manifest["version"] === "string" ? manifest["version"] : "";
  return { folder: dirname(file), version, manifest };
}

function packageFolders(folder: string, { NODE_PATH = "" }: NodeJS.ProcessEnv): string[] {
  const around = foldersAround(folder).filter((one) => basename(one) !== "node_modules");
  const global = NODE_PATH.split(delimiter).filter((path) => path !== "");
  return [...around.map((one) => join(one, "node_modules")), ...global];
}

/**
 * Returns the CDKTF fork that an app in a folder uses. The nearest package.json that names a single fork
 * decides. If there is none, the nearest node_modules with a single fork decides.
 * @throws Error naming a package.json that cannot be read
 */
export function findFork(folder: string, environment = process.env) {
  const decided = (paths: readonly string[], has: (path: string, fork: string) => boolean) => {
    for (const path of paths) {
      const [fork, other] = (["cdktf", "cdktn"] as const).filter((one) => has(path, one));
      if (fork !== undefined && other === undefined) return fork;
    }
    return undefined;
  };
  const manifests = foldersAround(folder).map((around) => join(around, "package.json"));
  return (
    decided(manifests, (file, fork) => existsSync(file) && dependsOn(readManifest(file), fork)) ??
    decided(packageFolders(folder, environment), (path, fork) => existsSync(join(path, fork, "package.json")))
  );
}

function readManifest(file: string): JsonObject {
  return readJsonFile(file, "is not an object of JSON. Correct it, or install its package again.");
}

export function findNearest(folder: string, name: string): string | undefined {
  const files = foldersAround(folder).map((around) => join(around, name));
  return files.find((file) => existsSync(file));
}

function dependsOn(manifest: JsonObject, name: string): boolean {
  return ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].some((list) => {
    const dependencies = manifest[list];
    return isObject(dependencies) && Object.hasOwn(dependencies, name);
  });
}

/** The nearest folder comes first. */
function foldersAround(folder: string): string[] {
  const upFrom = (path: string): string[] => [path, ...(path === dirname(path) ? [] : upFrom(dirname(path)))];
  return upFrom(realPath(resolve(folder)));
}
