import { existsSync, realpathSync } from "node:fs";

/**
 * Returns the path of a file without links, to compare files: two paths may lead to the same file through a link
 * to a folder. Returns the path of a missing file unchanged.
 */
export function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}
