import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "./usage-error";

/** Returns the folder that a command line names; the working directory if it names none. */
export function folderArgument(command: string, positionals: readonly string[]): string {
  if (positionals.length > 1) throw new UsageError(`${command} takes one folder.`);
  return existingFolder(command, positionals[0] ?? ".");
}

/** Returns the absolute path of a folder. `taker` is the command or option that names it. */
export function existingFolder(taker: string, named: string): string {
  if (named === "") throw new UsageError(`${taker} takes a folder, not "".`);
  const folder = resolve(named);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`There is no folder ${folder}.`);
  if (!found.isDirectory()) throw new UsageError(`${folder} is not a folder.`);
  return folder;
}
