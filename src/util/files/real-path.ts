import { existsSync, realpathSync } from "node:fs";

/** Returns the path of a file without links, for comparisons; the path of a missing file unchanged. */
export function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}
