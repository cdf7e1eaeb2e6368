import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file in one step and returns the open descriptor of the new one. Readers see the old or the new
 * content. If it throws, the old file is unchanged.
 */
export function replaceFile(path: string, bytes: Buffer, mode: number): number {
  const temporary = `${path}.tmp`;
  // Left by a killed process, or a link that another user made in a shared folder.
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, "wx", mode);
  try {
    writeAll(descriptor, bytes, 0);
    fsyncSync(descriptor);
    renameSync(temporary, path);
  } catch (error) {
    closeSync(descriptor);
    // On a full disk, the temporary file would waste space.
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
  return descriptor;
}

/** Makes the rename durable if possible: otherwise, a power loss may restore the old file. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows cannot open folders, and some file systems cannot sync them.
  }
}

/** Writes all bytes at a position. */
export function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}
