import { existsSync, lstatSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { LockEntry } from "./lock-file";
import { isShared, isVersion } from "./mirror";
import { PLATFORMS } from "./platform-builds";
import { hashOfFolder } from "./provider-package";
import { remove, stagingPath } from "./staging";

export interface KeptVersion {
  readonly version: string;
  /** Why it was not removed, as the end of a sentence. */
  readonly reason: string;
}

interface Versions {
  /** The folder with one folder for each version. */
  readonly versions: string;
  readonly stackFolder: string;
  /** The version that stays in any case. */
  readonly current: string;
  /** The entry that the lock file had before this run. */
  readonly replaced: LockEntry | undefined;
}

/**
 * Removes the version that the lock file named before, and no other: another project may need any other
 * version. Its files must be those whose checksum the lock file had. Nothing else in the folder changes.
 */
export function removeReplaced(context: Versions) {
  const { versions, current } = context;
  const removed: string[] = [];
  const kept: KeptVersion[] = [];
  for (const version of readdirSync(versions).filter(isVersion).sort()) {
    if (version === current) continue;
    const reason = reasonToKeep(version, context) ?? failureToRemove(version, versions);
    // Another run may have removed it meanwhile.
    if (reason !== undefined && !existsSync(join(versions, version))) continue;
    if (reason === undefined) removed.push(version);
    else kept.push({ version, reason });
  }
  return { removed, kept };
}

function reasonToKeep(version: string, { versions, stackFolder, replaced }: Versions): string | undefined {
  if (isShared(versions, stackFolder)) return "other folders share this one by a link";
  if (replaced?.version !== version) return "the lock file did not name it, so another project may need it";
  return isWritten(join(versions, version), replaced.hashes)
    ? undefined
    : "its files are not those that the lock file named";
}

/** Reports whether a folder contains only platforms with the files of these checksums. */
function isWritten(folder: string, hashes: readonly string[]): boolean {
  try {
    const names = lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
    const isOurs = (name: string) =>
      PLATFORMS.includes(name) && hashes.includes(hashOfFolder(join(folder, name)));
    return names.length > 0 && names.every(isOurs);
  } catch {
    return false;
  }
}

/** Removes a version. Returns why that failed, or undefined. */
function failureToRemove(version: string, versions: string): string | undefined {
  const staging = stagingPath(versions);
  try {
    // With the rename, a killed run leaves no half of a version.
    renameSync(join(versions, version), staging);
    remove(staging);
    return undefined;
  } catch (error) {
    return `it cannot be removed: ${(error as Error).message}`;
  }
}
