import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { isInside, UnusableFile } from "../util/files/read-file";
import { remove, removeLeftovers, temporaryPath } from "../util/files/temporary-file";
import { messageOf } from "../util/message-of";
import { type LockEntry, lockEntries, readLockFile, withProviderLock } from "./lock-file";
import { placeFile, placeLink } from "./place-file";
import { pathOf, type PlatformBuild, platformBuilds, type ProviderPackage } from "./provider-package";

/** Terraform looks for providers in this folder before it asks a registry. */
const MIRROR = "terraform.d/plugins";

export interface Placement {
  readonly platforms: readonly string[];
  readonly removed: readonly string[];
  /** `reason`: why the version was not removed, as the end of a sentence. */
  readonly kept: readonly { readonly version: string; readonly reason: string }[];
}

/**
 * Puts the provider and its lock entry into the folder where Terraform runs, so that Terraform needs no
 * registry. Other runs may read the folder meanwhile (docs/design/packaging.md). `withNode` lists platforms,
 * such as `linux_amd64`, on which the provider includes Node.js.
 * @throws Error naming the folder or file, and what to do
 */
export function placeProvider(
  provider: ProviderPackage,
  stackFolder: string,
  withNode: readonly string[] = [],
): Placement {
  try {
    return place(provider, stackFolder, platformBuilds(provider, withNode));
  } catch (cause) {
    // Node's message about a full disk names no file, so this message names the folder.
    const advice =
      cause instanceof UnusableFile ? "" : ". Make sure that there is space and that you may write there.";
    throw new Error(
      `cdktf-outreach cannot put its provider into ${stackFolder}: ${messageOf(cause)}${advice} Then run the command again.`,
      { cause },
    );
  }
}

export function placedVersions({ address }: ProviderPackage, folder: string): string[] {
  const versions = join(folder, MIRROR, address);
  const isMissing = fs.lstatSync(versions, { throwIfNoEntry: false }) === undefined;
  return isMissing ? [] : fs.readdirSync(versions).filter(isVersion).sort();
}

export function placedFolder(provider: ProviderPackage, folder: string, platform: string): string {
  return join(folder, MIRROR, provider.address, provider.version, platform);
}

function place(
  { address, version, hash }: ProviderPackage,
  stackFolder: string,
  builds: readonly PlatformBuild[],
): Placement {
  // An unusable lock file must throw before anything is written.
  const replaced = lockEntries(readLockFile(stackFolder)).find((entry) => entry.address === address);
  const versions = join(stackFolder, MIRROR, address);
  fs.mkdirSync(versions, { recursive: true });
  for (const folder of [stackFolder, versions]) removeLeftovers(folder);
  // If the folder of versions is reached through a link, other projects may use the same versions.
  const isShared = !isInside(fs.realpathSync(stackFolder), fs.realpathSync(versions));
  placeVersion(builds, join(versions, version));
  // `terraform init` may have changed the lock file while this function wrote the provider's files.
  const hashes = [hash, ...builds.map(({ build }) => build.hash)];
  const text = withProviderLock(readLockFile(stackFolder), { address, version, hashes });
  placeFile(join(stackFolder, ".terraform.lock.hcl"), text);
  const old = fs.readdirSync(versions).filter((name) => isVersion(name) && name !== version);
  const removed: string[] = [];
  const kept: { version: string; reason: string }[] = [];
  for (const one of old.sort()) {
    const folder = join(versions, one);
    const reason = isShared
      ? "other folders share this one by a link"
      : removeReplaced(one, folder, replaced);
    if (reason === undefined) removed.push(one);
    // Another run may have removed the version in the meantime.
    else if (fs.existsSync(folder)) kept.push({ version: one, reason });
  }
  return { platforms: builds.map(({ platform }) => platform), removed, kept };
}

function placeVersion(builds: readonly PlatformBuild[], folder: string): void {
  if (!isFolder(folder)) {
    // Through a link, this run would write into another folder.
    remove(folder);
    if (appears(builds, folder)) return;
  }
  removeLeftovers(folder);
  fillVersion(builds, folder);
}

/** Returns false for a link to a folder. */
function isFolder(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Creates the folder of a version in one step. Returns false if another run created the folder first. */
function appears(builds: readonly PlatformBuild[], folder: string): boolean {
  const staging = temporaryPath(join(folder, ".."));
  try {
    fillVersion(builds, staging);
    fs.renameSync(staging, folder);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // On Windows, EPERM can mean that the folder exists.
    const isMade = ["ENOTEMPTY", "EEXIST", "EPERM"].includes(code) && fs.existsSync(folder);
    if (!isMade) throw error;
    return false;
  } finally {
    remove(staging);
  }
}

function fillVersion(builds: readonly PlatformBuild[], folder: string): void {
  for (const { platform, build } of builds) {
    const path = join(folder, platform);
    refuseStrangersIn(path);
    const first = builds.find((one) => one.build === build)!.platform;
    if (platform === first || !placeLink(first, path, folder)) fillPlatform(build, path, folder);
  }
}

/** Makes the folder contain only the provider's files, because Terraform's checksum covers all files. */
function fillPlatform(build: ProviderPackage, target: string, version: string): void {
  if (!isFolder(target)) remove(target);
  fs.mkdirSync(target, { recursive: true });
  for (const file of build.files) {
    const kind = file.name === build.launcher || file.path !== undefined ? "program" : "data";
    // Temporary files go into the version's folder, because a platform's folder must hold no other files.
    placeFile(join(target, file.name), fs.readFileSync(pathOf(build, file)), kind, version);
  }
  const names = build.files.map(({ name }) => name);
  for (const name of fs.readdirSync(target)) {
    if (!names.includes(name)) remove(join(target, name));
  }
}

const REMOVABLE = /\.cjs$|^terraform-provider-|^node$|^LICENSE|^\.DS_Store$|^\._|^Thumbs\.db$/;

function refuseStrangersIn(folder: string): void {
  if (!isFolder(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && REMOVABLE.test(entry.name)) continue;
    throw new UnusableFile(
      `${join(folder, entry.name)} is not a file of the provider, and Terraform's checksum covers it. Move it away.`,
    );
  }
}

function isVersion(name: string): boolean {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(name);
}

/**
 * Removes a version that the lock file named before (docs/design/packaging.md). If the version cannot be
 * removed, returns the reason as the end of a sentence.
 */
function removeReplaced(
  version: string,
  folder: string,
  replaced: LockEntry | undefined,
): string | undefined {
  if (replaced?.version !== version) return "the lock file did not name it, so another project may need it";
  const staging = temporaryPath(dirname(folder));
  try {
    // If the run is killed, the renamed folder cannot be taken for a complete version.
    fs.renameSync(folder, staging);
    remove(staging);
    return undefined;
  } catch (error) {
    return `it cannot be removed: ${(error as Error).message}`;
  }
}
