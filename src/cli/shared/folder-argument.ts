import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../usage-error";

/** Returns the folder that a command line names; the working directory if it names none. */
export function folderArgument(command: string, positionals: readonly string[]): string {
  if (positionals.length > 1) throw new UsageError(`${command} takes one folder.`);
  if (positionals[0] === "") throw new UsageError(`${command} takes a folder, not "".`);
  const folder = resolve(positionals[0] ?? ".");
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`There is no folder ${folder}.`);
  if (!found.isDirectory()) throw new UsageError(`${folder} is not a folder.`);
  return folder;
}
