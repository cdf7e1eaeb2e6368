import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { isObject, type JsonObject, parseJson } from "../json";
import { messageOf } from "../message-of";

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

/** Reads a text file. The error begins with "The state file NAME cannot be read", if that is what it is. */
export function readTextFile(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`The ${what} ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Reads a file that contains a JSON object. `problem` follows its name in the error for other contents. */
export function readJsonFile(file: string, problem: string): JsonObject {
  const value = parseJson(readText(file))?.value;
  if (isObject(value)) return value;
  throw new UnusableFile(`${file} ${problem}`);
}

/** Returns the path of a file without links. The file need not exist: then the links in its folder are resolved. */
export function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realPath(dirname(file)), basename(file));
}

/** Reports whether a path is in a folder, or is the folder itself. Follows no links: give real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

/** Collects the files and folders that cannot be read, for a command that goes on without them. */
export class Attempts {
  readonly unread: Unread[] = [];

  read<T>(path: string, read: (path: string) => T): T | undefined {
    try {
      return read(path);
    } catch (error) {
      this.unread.push({ path, reason: messageOf(error) });
      return undefined;
    }
  }
}
