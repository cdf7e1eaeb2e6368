import { readFileSync, statSync } from "node:fs";

/** Returns the text of a file. Throws an error that names the file, also for a folder. */
export function readText(file: string): string {
  // Node's error for a folder does not name it, and the read of a pipe would not end.
  if (!statSync(file).isFile()) throw new Error(`${file} is not a file.`);
  return readFileSync(file, "utf8");
}
