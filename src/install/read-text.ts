import { readFileSync, statSync } from "node:fs";

/** The error for a file that cannot be used. The message names the file, and says what to do. */
export class UnusableFile extends Error {
  override readonly name = "UnusableFile";
}

/** Returns the text of a file. Throws an error that names the file, also for a folder. */
export function readText(file: string): string {
  // Node's error for a folder does not name it, and the read of a pipe would not end.
  if (!statSync(file).isFile()) throw new UnusableFile(`${file} is not a file. Move it away.`);
  return readFileSync(file, "utf8");
}
