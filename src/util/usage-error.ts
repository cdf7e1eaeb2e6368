import { statSync } from "node:fs";
import { resolve } from "node:path";

export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function oneOf<const T extends string>(option: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  const names = choices.join(choices.length === 2 ? " or " : ", ");
  throw new UsageError(`${option} takes ${names}, not ${JSON.stringify(value)}.`);
}

export function wholeNumber(option: string, text: string | undefined, most = Number.MAX_SAFE_INTEGER) {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`${option} takes a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}

/** A shell passes "" for an unset variable, which would select nothing or the wrong folder. */
export function refuseEmpty(values: object): void {
  for (const [option, value] of Object.entries(values)) {
    if (value === "" || (Array.isArray(value) && value.includes("")))
      throw new UsageError(`--${option} takes a value, not "".`);
  }
}

/** Without an argument, the folder is the working directory. */
export function folderArgument(command: string, positionals: readonly string[]): string {
  if (positionals.length > 1) throw new UsageError(`${command} takes one folder.`);
  return existingFolder(command, positionals[0] ?? ".");
}

/** `taker` is the command or option that takes the folder. */
export function existingFolder(taker: string, named: string): string {
  if (named === "") throw new UsageError(`${taker} takes a folder, not "".`);
  const folder = resolve(named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(`There is no folder ${folder}.`);
}
