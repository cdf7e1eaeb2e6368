import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the files in a folder that an engine reads. It ignores the files of editors. */
export function configurationFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:tf|tofu)(?:\.json)?$/.test(name) && !/^[.#]|~$/.test(name))
    .map((name) => join(folder, name));
}
