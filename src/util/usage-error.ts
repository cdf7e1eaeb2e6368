import { statSync } from "node:fs";
import { resolve } from "node:path";

/** The error for a wrong command line. The message says what to change; no stack trace is shown. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns the value of an option if it is one of the choices. Throws UsageError for any other value. */
export function oneOf<const T extends string>(option: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  const names = choices.join(choices.length === 2 ? " or " : ", ");
  throw new UsageError(`${option} takes ${names}, not ${JSON.stringify(value)}.`);
}

/** Returns the whole number in the value of an option; undefined without a value. Throws for another text. */
export function wholeNumber(option: string, text: string | undefined, most = Number.MAX_SAFE_INTEGER) {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`${option} takes a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}

/**
 * Throws UsageError for an empty value of an option. A shell passes one for a variable that is not set, and the
 * value would then select nothing, or mean the working directory.
 */
export function refuseEmpty(values: object): void {
  for (const [option, value] of Object.entries(values)) {
    if (value === "" || (Array.isArray(value) && value.includes("")))
      throw new UsageError(`--${option} takes a value, not "".`);
  }
}

/** Returns the folder that a command line names; the working directory if it names none. */
export function folderArgument(command: string, positionals: readonly string[]): string {
  if (positionals.length > 1) throw new UsageError(`${command} takes one folder.`);
  return existingFolder(command, positionals[0] ?? ".");
}

/** Returns the absolute path of a folder. `taker` is the command or option that names it. */
export function existingFolder(taker: string, named: string): string {
  if (named === "") throw new UsageError(`${taker} takes a folder, not "".`);
  const folder = resolve(named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(`There is no folder ${folder}.`);
}
