import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file in one step: readers see the old one or the new one, and where it throws, the old one is as it was. Returns
 * the descriptor of the new one: to open that could fail, and nothing must be written to the old one any more.
 */
export function replaceFile(path: string, bytes: Buffer, mode: number): number {
  const temporary = `${path}.tmp`;
  // What a killed process left. A link that somebody else made in a shared folder must not be written through.
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, "wx", mode);
  try {
    writeAll(descriptor, bytes, 0);
    fsyncSync(descriptor);
    renameSync(temporary, path);
  } catch (error) {
    closeSync(descriptor);
    // On a full disk it would take the room of what comes next.
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
  return descriptor;
}

/** Makes the rename itself durable where that can be: without it, a power loss may bring the old file back. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows cannot open folders, and not every file system syncs them.
  }
}

export function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}
