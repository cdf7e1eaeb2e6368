import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** A file to write, relative to a folder. */
export interface FileToWrite {
  readonly path: string;
  readonly contents: string;
}

/**
 * Writes files so that a killed run leaves whole files only. A new folder appears with all its files at once;
 * in an existing folder each file appears whole, in the given order.
 */
export function writeFiles(folder: string, files: readonly FileToWrite[]): void {
  if (files.length === 0) return;
  if (existsSync(folder)) {
    for (const { path, contents } of files) writeWhole(join(folder, path), contents);
    return;
  }
  const staging = stagingPath(folder);
  rmSync(staging, { recursive: true, force: true });
  for (const { path, contents } of files) {
    mkdirSync(dirname(join(staging, path)), { recursive: true });
    writeFileSync(join(staging, path), contents);
  }
  renameSync(staging, folder);
}

/** Returns the path of a file or folder before it is renamed to `path`. A later run removes leftovers. */
function stagingPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.new`);
}

/**
 * Replaces a file by renaming a new file over it, unless it has these contents already.
 * @throws Error if a link or a folder has that name.
 */
export function writeWhole(file: string, contents: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new Error(`${file} is not a file. Move it away.`);
  if (found !== undefined && readFileSync(file).equals(Buffer.from(contents))) return;
  mkdirSync(dirname(file), { recursive: true });
  const staging = stagingPath(file);
  rmSync(staging, { recursive: true, force: true });
  writeFileSync(staging, contents, { flag: "wx" });
  // The mode of a new file would be limited by the umask.
  if (found !== undefined) chmodSync(staging, found.mode);
  renameSync(staging, file);
}
