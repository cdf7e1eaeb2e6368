import { randomUUID } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const MODES = { program: 0o755, data: 0o644 } as const;
const EXECUTABLE = 0o100;

/** Removes a file, a link or a folder with what is in it, also while another run removes it or fills it anew. */
export function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Lets files appear whole, by renaming them, and leaves those alone that are right already. */
export class WholeFileWriter {
  readonly #folder: string;

  /** The folder, made when needed, is on the file system of what is written. */
  constructor(temporaryFolder: string) {
    this.#folder = temporaryFolder;
  }

  write(path: string, contents: Buffer, kind: keyof typeof MODES): void {
    const mode = MODES[kind];
    const found = statSync(path, { throwIfNoEntry: false });
    // The rest of a mode is up to the user's umask.
    const isRight = found?.isFile() === true && ((found.mode ^ mode) & EXECUTABLE) === 0;
    if (isRight && readFileSync(path).equals(contents)) return;
    this.#appear(path, (temporary) => writeFileSync(temporary, contents, { mode }));
  }

  /** False where the file system has no links, or does not let this user make them. */
  link(target: string, path: string): boolean {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return true;
    try {
      this.#appear(path, (temporary) => symlinkSync(target, temporary, "dir"));
      return true;
    } catch {
      return false;
    }
  }

  #appear(path: string, make: (temporary: string) => void): void {
    mkdirSync(this.#folder, { recursive: true });
    const temporary = join(this.#folder, `.${randomUUID()}`);
    try {
      make(temporary);
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) remove(path);
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  }
}
