import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

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
  return descriptor;
}

/** Writes all bytes at a position. */
export function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}
