import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { remove, temporaryPath } from "../util/files/temporary-file";
import type { LockEntry } from "./lock-file";
import { PLATFORMS } from "./platform-builds";
import { hashOfFolder } from "./provider-package";

/** Reports whether the name of a folder is a version, such as `1.2.0` or `1.2.0-rc1`. */
export function isVersion(name: string): boolean {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(name);
}

/** The file in a shared folder of versions. */
const SHARED = ".shared";

/** Reports whether other folders may use the same versions: because of a link here, or of a link to here. */
export function isShared(versions: string, stackFolder: string): boolean {
  const path = relative(realpathSync(stackFolder), realpathSync(versions));
  return path === ".." || path.startsWith(`..${sep}`) || existsSync(join(versions, SHARED));
}

/** Marks the folder of versions, so that a run in the folder that the link leads to removes no version. */
export function markShared(versions: string): void {
  if (existsSync(join(versions, SHARED))) return;
  try {
    writeFileSync(
      join(versions, SHARED),
      "Another folder has a link to this one, so cdktf-outreach removes no version from it.\n",
    );
  } catch {
    // A folder that this user may not write to can have the right version all the same.
    return;
  }
}

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

/** Removes the version that the lock file named before, if it is intact (docs/design/packaging.md). */
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
  const staging = temporaryPath(versions);
  try {
    // With the rename, a killed run leaves no half of a version.
    renameSync(join(versions, version), staging);
    remove(staging);
    return undefined;
  } catch (error) {
    return `it cannot be removed: ${(error as Error).message}`;
  }
}
