import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { withTemporary } from "../files/temporary-file";
import { remove } from "./remove";

const MODES = { program: 0o755, data: 0o644 } as const;
const EXECUTABLE = 0o100;

/** Writes files whole, by renaming temporary ones, and keeps correct files unchanged. */
export class WholeFileWriter {
  readonly #folder: string;

  /** Made when needed. It must be on the file system of the files, and no link may lead away from it. */
  constructor(temporaryFolder: string) {
    this.#folder = temporaryFolder;
  }

  /** Writes a file. Throws if a folder has its name. */
  write(path: string, contents: Buffer, kind: keyof typeof MODES): void {
    const mode = MODES[kind];
    const found = statSync(path, { throwIfNoEntry: false });
    // Compares only the right to execute: the user's umask decides the rest of the mode.
    const isRight = found?.isFile() === true && ((found.mode ^ mode) & EXECUTABLE) === 0;
    if (isRight && readFileSync(path).equals(contents)) return;
    this.#appear(path, (temporary) => writeFileSync(temporary, contents, { mode }));
  }

  /** Creates a link in place of any file or folder. Returns false if the system does not allow that. */
  link(target: string, path: string): boolean {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return true;
    try {
      this.#appear(path, (temporary) => {
        symlinkSync(target, temporary, "dir");
        if (found?.isDirectory() === true) remove(path);
      });
      return true;
    } catch {
      return false;
    }
  }

  #appear(path: string, make: (temporary: string) => void): void {
    mkdirSync(this.#folder, { recursive: true });
    withTemporary(this.#folder, (temporary) => {
      make(temporary);
      renameSync(temporary, path);
    });
  }
}
