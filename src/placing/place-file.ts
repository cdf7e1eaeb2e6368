import { lstatSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { appear, remove } from "../util/files/temporary-file";

const MODES = { program: 0o755, data: 0o644 } as const;
const EXECUTABLE = 0o100;

/**
 * Writes a whole file, unless the file already has the content.
 * @throws Error if a folder has the file's name
 */
export function placeFile(
  path: string,
  contents: Buffer | string,
  kind: keyof typeof MODES = "data",
  temporaryFolder?: string,
): void {
  const mode = MODES[kind];
  const found = statSync(path, { throwIfNoEntry: false });
  // Compares only the permission to execute, because the user's umask decides all other permissions.
  const isRight = found?.isFile() === true && ((found.mode ^ mode) & EXECUTABLE) === 0;
  if (isRight && readFileSync(path).equals(Buffer.from(contents))) return;
  appear(path, (temporary) => writeFileSync(temporary, contents, { mode }), temporaryFolder);
}

/** Returns false if the system does not allow links. */
export function placeLink(target: string, path: string, temporaryFolder: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return true;
  const make = (temporary: string) => {
    symlinkSync(target, temporary, "dir");
    if (found?.isDirectory() === true) remove(path);
  };
  try {
    appear(path, make, temporaryFolder);
    return true;
  } catch {
    return false;
  }
}
