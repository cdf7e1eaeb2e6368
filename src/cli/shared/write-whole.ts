import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Returns where a file or folder is made before it is renamed to its own name. The name is always the same,
 * so the next run replaces what a killed run has left there.
 */
export function stagingPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.new`);
}

/**
 * Replaces a file by renaming another one over it, unless it has these contents already. Never writes through
 * a link.
 * @throws Error where something else than a file has that name.
 */
export function writeWhole(file: string, contents: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new Error(`${file} is not a file. Move it away.`);
  if (found !== undefined && readFileSync(file).equals(Buffer.from(contents))) return;
  mkdirSync(dirname(file), { recursive: true });
  const staging = stagingPath(file);
  rmSync(staging, { recursive: true, force: true });
  writeFileSync(staging, contents, { flag: "wx", ...(found && { mode: found.mode }) });
  renameSync(staging, file);
}
