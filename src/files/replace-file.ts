import { renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { withTemporary } from "./temporary-file";

/**
 * Replaces a file in one step, by renaming a new file over it: readers see the old or the new contents. If this
 * function throws, the old file is unchanged, and no other file is left. `mode` has the bits of chmod.
 */
export function replaceFile(file: string, contents: string, mode: number): void {
  withTemporary(dirname(file), (temporary) => {
    writeFileSync(temporary, contents, { flag: "wx", mode });
    renameSync(temporary, file);
  });
}
