import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileToWrite } from "./format";

/**
 * Writes an export so that a run that is killed leaves whole files only. A new folder appears with all its files at
 * once; in one that exists, each file does, in the given order.
 * @throws Error where a file of a new prompt is there already with other contents.
 */
export function writeFiles(folder: string, files: readonly FileToWrite[]): void {
  if (!existsSync(folder)) return writeNewFolder(folder, files);
  for (const { path, contents } of files) writeWhole(join(folder, path), contents);
}

function writeNewFolder(folder: string, files: readonly FileToWrite[]): void {
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    for (const { path, contents } of files) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), contents);
    }
    const whole = join(staging, "whole");
    mkdirSync(whole);
    for (const name of new Set(files.map(({ path }) => path.split("/")[0]!))) {
      renameSync(join(staging, name), join(whole, name));
    }
    renameSync(whole, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Replaces a file by renaming another one over it. Never follows a link. */
export function writeWhole(file: string, contents: string | Buffer): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === true && readFileSync(file).equals(Buffer.from(contents))) return;
  if (found !== undefined && !found.isFile()) throw new Error(`${file} is not a file. Move it away.`);
  mkdirSync(dirname(file), { recursive: true });
  const staging = mkdtempSync(join(dirname(file), ".cdktf-outreach-"));
  try {
    const written = join(staging, basename(file));
    writeFileSync(written, contents, found && { mode: found.mode });
    renameSync(written, file);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
