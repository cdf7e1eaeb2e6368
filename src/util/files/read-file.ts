import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { isObject, type JsonObject, parseJson } from "../json";
import { messageOf } from "../message-of";

export class UnusableFile extends Error {
  override readonly name = "UnusableFile";
}

export function readText(file: string): string {
  // Node's error for a folder does not name the folder, and reading a pipe would not end.
  if (!statSync(file).isFile()) throw new UnusableFile(`${file} is not a file. Move it away.`);
  return readFileSync(file, "utf8");
}

/** The error begins with `The ${what} NAME cannot be read`. */
export function readTextFile(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`The ${what} ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** If the file contains no JSON object, the error is the file's name and `problem`. */
export function readJsonFile(file: string, problem: string): JsonObject {
  const value = parseJson(readText(file))?.value;
  if (isObject(value)) return value;
  throw new UnusableFile(`${file} ${problem}`);
}

/** If the file does not exist, resolves the links of its folder. */
export function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realPath(dirname(file)), basename(file));
}

/** Returns true for the folder itself. Follows no links, so pass real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}
