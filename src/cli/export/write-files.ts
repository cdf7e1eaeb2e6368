import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stagingPath, writeWhole } from "../shared/write-whole";
import type { FileToWrite } from "./format";

/**
 * Writes an export so that a killed run leaves whole files only. A new folder appears with all its files at
 * once; in an existing folder each file appears whole, in the given order.
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
