import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { remove, removeLeftovers, temporaryPath } from "../util/files/temporary-file";
import { messageOf } from "../util/message-of";
import { lockEntries, readLockFile, withProviderLock } from "./lock-file";
import { isShared, isVersion, type KeptVersion, markShared, removeReplaced } from "./other-versions";
import { placeFile, placeLink } from "./place-file";
import { pathOf, type ProviderPackage } from "./provider-package";
import { type PlatformBuild, platformBuilds } from "./platform-builds";
import { UnusableFile } from "../util/files/read-file";

/** The folder in which Terraform looks for providers before any registry. */
const MIRROR = "terraform.d/plugins";

/** The platforms of the provider in a folder, and what happened to its other versions. */
export interface Placement {
  readonly platforms: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly KeptVersion[];
}

/**
 * Puts the provider and its lock entry into the folder that Terraform runs in. Then Terraform needs no
 * registry, and cdktf requests no checksums (cdktf.md, sections 0 and 3). Correct files stay unchanged, and
 * other runs may read the folder meanwhile (docs/design/packaging.md). `withNode` names platforms, such as
 * `linux_amd64`, on which the provider brings its own Node.js.
 * @throws Error that names the folder or the file, and what to do
 */
export function placeProvider(
  provider: ProviderPackage,
  folder: string,
  withNode: readonly string[] = [],
): Placement {
  try {
    return place(provider, folder, platformBuilds(provider, withNode));
  } catch (error) {
    // Node's message for a full disk names no file, so this message names the folder.
    const advice =
      error instanceof UnusableFile
        ? " Then run the command again."
        : ". Make sure that there is space and that you may write there, then run the command again.";
    throw new Error(`cdktf-outreach cannot put its provider into ${folder}: ${messageOf(error)}${advice}`, {
      cause: error,
    });
  }
}

/** Returns the versions of the provider in a folder, sorted by name. */
export function placedVersions({ address }: ProviderPackage, folder: string): string[] {
  const versions = join(folder, MIRROR, address);
  const isMissing = lstatSync(versions, { throwIfNoEntry: false }) === undefined;
  return isMissing ? [] : readdirSync(versions).filter(isVersion).sort();
}

/** Returns the folder with the provider's files for a platform, such as `linux_amd64`. */
export function placedFolder(
  { address, version }: ProviderPackage,
  folder: string,
  platform: string,
): string {
  return join(folder, MIRROR, address, version, platform);
}

function place(
  { address, version, hash }: ProviderPackage,
  stackFolder: string,
  builds: readonly PlatformBuild[],
): Placement {
  // An unusable lock file ends the run before it writes anything.
  const replaced = lockEntries(readLockFile(stackFolder)).find((entry) => entry.address === address);
  const versions = join(stackFolder, MIRROR, address);
  mkdirSync(versions, { recursive: true });
  for (const folder of [stackFolder, versions]) removeLeftovers(folder);
  if (isShared(versions, stackFolder)) markShared(versions);
  placeVersion(builds, join(versions, version));
  // Reads the file again: init may have changed it while the files were written.
  const hashes = [hash, ...builds.map(({ build }) => build.hash)];
  const text = withProviderLock(readLockFile(stackFolder), { address, version, hashes });
  placeFile(join(stackFolder, ".terraform.lock.hcl"), text);
  const platforms = builds.map(({ platform }) => platform);
  return { platforms, ...removeReplaced({ versions, stackFolder, current: version, replaced }) };
}

function placeVersion(builds: readonly PlatformBuild[], folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  // Through a link, the files would be written to another folder.
  if (found?.isSymbolicLink() === true) remove(folder);
  if (found?.isDirectory() !== true && appears(builds, folder)) return;
  removeLeftovers(folder);
  fillVersion(builds, folder);
}

/** Makes the folder of a version appear whole. Returns false if another run has made it meanwhile. */
function appears(builds: readonly PlatformBuild[], folder: string): boolean {
  const staging = temporaryPath(join(folder, ".."));
  try {
    fillVersion(builds, staging);
    renameSync(staging, folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Windows reports EPERM for a folder that exists.
    if (code === "ENOTEMPTY" || code === "EEXIST" || (code === "EPERM" && existsSync(folder))) return false;
    throw error;
  } finally {
    removeIfPossible(staging);
  }
}

/** Removes a folder, unless that fails too: then the first error says more, and a later run removes it. */
function removeIfPossible(folder: string): void {
  try {
    remove(folder);
  } catch {
    return;
  }
}

/** Stores each build once. The folders of the other platforms with the same build are links. */
function fillVersion(builds: readonly PlatformBuild[], folder: string): void {
  for (const { platform, build } of builds) {
    const path = join(folder, platform);
    refuseStrangersIn(path);
    const first = builds.find((one) => one.build === build)!.platform;
    if (platform === first || !placeLink(first, path, folder)) fillPlatform(build, path, folder);
  }
}

/** Makes the folder contain exactly the provider's files: Terraform's checksum covers every file. */
function fillPlatform(build: ProviderPackage, target: string, version: string): void {
  // If a link of an earlier synth stayed, the files would be written to another folder.
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === false) remove(target);
  mkdirSync(target, { recursive: true });
  for (const file of build.files) {
    const kind = file.name === build.launcher || file.path !== undefined ? "program" : "data";
    // Terraform ignores files in the folder of a version, and a platform's folder may contain nothing else.
    placeFile(join(target, file.name), readFileSync(pathOf(build, file)), kind, version);
  }
  const names = build.files.map(({ name }) => name);
  for (const name of readdirSync(target)) {
    if (!names.includes(name)) remove(join(target, name));
  }
}

/** Matches the files of any build of the provider, and those that file managers add to each folder. */
const REMOVABLE = /\.cjs$|^terraform-provider-|^node$|^LICENSE|^\.DS_Store$|^\._|^Thumbs\.db$/;

/** Throws an error that names an entry of a platform's folder that is no file of the provider. */
function refuseStrangersIn(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && REMOVABLE.test(entry.name)) continue;
    throw new UnusableFile(
      `${join(folder, entry.name)} is not a file of the provider, and Terraform's checksum covers it. Move it away.`,
    );
  }
}
