import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../message-of";
import { isInside } from "./read-file";
import { withTemporary } from "./temporary-file";

/**
 * What a command read before it decided; null if the file did not exist. If undefined, any content is
 * allowed.
 */
type Expected = Buffer | string | null | undefined;

export interface FileToWrite {
  readonly path: string;
  /** Null removes the file. */
  readonly contents: string | null;
  readonly expected?: Expected;
}

export class ChangedFile extends Error {
  constructor(file: string) {
    super(`${file} changed while the command ran, so nothing was written to it. Run the command again.`);
  }
}

/**
 * Checks all files before the first write, so that an error about one file leaves all files unchanged.
 * @throws ChangedFile if a file is not as expected, and Error for a link, or a path that leaves the folder
 */
export function writeFiles(folder: string, files: readonly FileToWrite[]): void {
  for (const { path, contents, expected } of files) {
    refuseOutside(folder, path);
    check(join(folder, path), expected, contents);
  }
  for (const { path, contents, expected } of files) {
    const file = join(folder, path);
    if (contents !== null) writeWhole(file, contents, expected);
    else if (check(file, expected) !== undefined) rmSync(file);
  }
}

/**
 * Just before the write, which is a rename, compares the file with `expected` again.
 * @throws ChangedFile if the file is not as expected, and Error if a link or folder has its name
 */
export function writeWhole(file: string, contents: string | Buffer, expected?: Expected): void {
  const found = check(file, expected, contents);
  if (found?.contents.equals(Buffer.from(contents))) return;
  mkdirSync(dirname(file), { recursive: true });
  withTemporary(dirname(file), (temporary) => {
    try {
      writeFileSync(temporary, contents, { flag: "wx" });
    } catch (cause) {
      // The system's error for a full disk names no file.
      throw new Error(`${file} cannot be written: ${messageOf(cause)}`, { cause });
    }
    // The umask limits the mode of a new file.
    if (found !== undefined) chmodSync(temporary, found.mode);
    check(file, expected);
    renameSync(temporary, file);
  });
}

/**
 * Returns undefined if the file does not exist. A file that already has the `wanted` contents is accepted.
 */
function check(file: string, expected: Expected, wanted: string | Buffer | null = null) {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) throw new Error(`${file} is not a file. Move it away.`);
  const found = stat && { contents: readFileSync(file), mode: stat.mode };
  const isEqual = (text: string | Buffer) => found?.contents.equals(Buffer.from(text)) === true;
  const isExpected = expected === undefined || (expected === null ? found === undefined : isEqual(expected));
  if (isExpected || (wanted !== null && isEqual(wanted))) return found;
  throw new ChangedFile(file);
}

function refuseOutside(folder: string, path: string): void {
  let around = dirname(join(folder, path));
  while (lstatSync(around, { throwIfNoEntry: false }) === undefined) around = dirname(around);
  if (isInside(realpathSync(folder), realpathSync(around))) return;
  throw new Error(`${around} is a link that leads out of ${folder}. Replace the link by a folder.`);
}
