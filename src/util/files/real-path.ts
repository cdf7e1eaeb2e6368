import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Returns the path of a file without links. The file need not exist: then the links in its folder are resolved. */
export function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realPath(dirname(file)), basename(file));
}
