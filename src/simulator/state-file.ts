import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { crc32 } from "node:zlib";
import { lockFile } from "../files/lock-file";
import { InvalidInput } from "./fields";
import type { SimulatedObject } from "./objects";
import { messageOf } from "../shared/message-of";

/**
 * The first line of a state file is the header, and each further line is one change. Each line has a
 * checksum. A change is appended before its call gets a response (docs/design/simulator.md).
 */
const FORMAT = "cdktf-outreach simulator state";
const VERSION = 1;

/**
 * The file is rewritten when it has more lines than `LINES_PER_OBJECT` for each object plus `SPARE_LINES`.
 */
const SPARE_LINES = 5_000;
const LINES_PER_OBJECT = 4;

/** Workspace ids are credentials (section 5, rule 5), so only the user may read the file. */
const PRIVATE = 0o600;

/** One change of the store, as the state file records it. */
export type Change =
  | { readonly type: "put"; readonly object: SimulatedObject }
  | { readonly type: "delete"; readonly id: string }
  | { readonly type: "clear" };

/** The content of a state file. */
export interface History {
  readonly lastSequence: number;
  readonly changes: readonly Change[];
}

interface Header {
  readonly format: string;
  readonly version: number;
  readonly lastSequence: number;
}

interface Contents extends History {
  /** Number of bytes up to the end of the last valid line. */
  readonly length: number;
}

/** A state file that this process has locked. `history` is what the file contained. */
interface OpenStateFile {
  readonly history: History;
  readonly file: StateFile;
}

/** Opens a state file. @throws InvalidInput if it is unusable, in use, or damaged before its last line */
export function openStateFile(path: string): OpenStateFile {
  try {
    return openLocked(fileAt(path));
  } catch (error) {
    if (error instanceof InvalidInput || !(error instanceof Error)) throw error;
    throw new InvalidInput(`The state file ${path} cannot be used: ${error.message}.`);
  }
}

/**
 * Returns the absolute path of a file, with links followed, so that all links to a file share one lock. The
 * file need not exist.
 */
function fileAt(path: string): string {
  // `statSync` throws if links form a circle.
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return resolve(path);
  return fileAt(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

function openLocked(path: string): OpenStateFile {
  const unlock = lockFile(`${path}.lock`, (pid) => heldBy(pid, path));
  try {
    if (!existsSync(path)) closeSync(replaceFile(path, encodeAll(0, new Map())));
    const contents = parse(path, readFileSync(path));
    return { history: contents, file: new StateFile(path, contents, unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

function heldBy(pid: number, path: string): InvalidInput {
  return new InvalidInput(
    `The state file ${path} is in use by another simulator (process ${pid}). Stop that process first, or name another ` +
      `file. Only if the process ${pid} is no simulator, remove ${path}.lock.`,
  );
}

/** A state file that is open for changes. */
export class StateFile {
  readonly #path: string;
  #length: number;
  #lines: number;
  readonly #unlock: () => void;
  #descriptor: number;

  constructor(path: string, { length, changes }: Contents, unlock: () => void) {
    this.#path = path;
    this.#length = length;
    this.#lines = changes.length;
    this.#unlock = unlock;
    this.#descriptor = openSync(path, "r+");
    ftruncateSync(this.#descriptor, length);
  }

  /** Stores a change, so that it survives the process. Throws if the change cannot be stored. */
  append(change: Change): void {
    if (this.#descriptor === -1) {
      throw new Error("The simulator is closed: its state file takes no more changes.");
    }
    const line = encode(change);
    try {
      writeAll(this.#descriptor, line, this.#length);
    } catch (error) {
      // Removes what was written of the line.
      ftruncateSync(this.#descriptor, this.#length);
      const words = `The change was not stored in the state file ${this.#path}: ${messageOf(error)}`;
      throw new Error(words, { cause: error });
    }
    this.#length += line.length;
    this.#lines += 1;
  }

  /** Rewrites the file with the existing objects if most of its lines are outdated. */
  compactIfWorthwhile(lastSequence: number, objects: ReadonlyMap<string, SimulatedObject>): void {
    if (this.#lines <= LINES_PER_OBJECT * objects.size + SPARE_LINES) return;
    // Set before the rewrite, so that after a failure the next attempt waits until the file has grown again.
    this.#lines = objects.size;
    try {
      this.#rewrite(encodeAll(lastSequence, objects));
    } catch (error) {
      // The change itself is stored, so its call must succeed.
      process.emitWarning(
        `The state file ${this.#path} could not be rewritten and still grows: ${messageOf(error)}`,
      );
    }
  }

  #rewrite(bytes: Buffer): void {
    const old = this.#descriptor;
    this.#descriptor = replaceFile(this.#path, bytes);
    this.#length = bytes.length;
    closeSync(old);
  }

  /** Closes and unlocks the file. */
  close(): void {
    closeSync(this.#descriptor);
    // The system may reuse the number for another file. A late write must not reach that file.
    this.#descriptor = -1;
    this.#unlock();
  }
}

function encodeAll(lastSequence: number, objects: ReadonlyMap<string, SimulatedObject>): Buffer {
  const header: Header = { format: FORMAT, version: VERSION, lastSequence };
  const lines = Array.from(objects.values(), (object) => encode({ type: "put", object }));
  return Buffer.concat([encode(header), ...lines]);
}

function encode(value: Change | Header): Buffer {
  const json = JSON.stringify(value);
  return Buffer.from(`${checksum(json)} ${json}\n`);
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, "0");
}

/** Returns the value of a line; undefined if its checksum is wrong. */
function decode(line: string): unknown {
  const json = line.slice(9);
  return line.slice(0, 9) === `${checksum(json)} ` ? (JSON.parse(json) as unknown) : undefined;
}

function parse(path: string, bytes: Buffer): Contents {
  const changes: Change[] = [];
  let header: Header | undefined;
  let start = 0;
  for (let end = bytes.indexOf("\n"); end !== -1; end = bytes.indexOf("\n", start)) {
    const value = decode(bytes.toString("utf8", start, end));
    if (header === undefined) header = checkHeader(path, value);
    else if (value !== undefined) changes.push(value as Change);
    else if (end + 1 === bytes.length) break;
    else throw damaged(path, changes.length + 2);
    start = end + 1;
  }
  const { lastSequence } = header ?? checkHeader(path, undefined);
  return { lastSequence, changes, length: start };
}

function checkHeader(path: string, value: unknown): Header {
  const { format, version } = (value ?? {}) as Partial<Header>;
  if (format !== FORMAT) {
    throw new InvalidInput(
      `${path} is not a state file of this simulator, so it was left unchanged. Name a file that does not exist yet.`,
    );
  }
  if (version === VERSION) return value as Header;
  throw new InvalidInput(
    `The state file ${path} has version ${version}; this simulator reads version ${VERSION}. Name another file.`,
  );
}

function damaged(path: string, line: number): InvalidInput {
  return new InvalidInput(
    `The state file ${path} is damaged at line ${line}. Restore it from a copy, or name another file to start empty.`,
  );
}

/**
 * Replaces a file in one step and returns the open descriptor of the new file. Readers see the old or the new
 * content. If this function throws, the old file is unchanged.
 */
function replaceFile(path: string, bytes: Buffer): number {
  const temporary = `${path}.tmp`;
  // A killed process may have left this file. In a shared folder, another user may have made a link here.
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, "wx", PRIVATE);
  try {
    writeAll(descriptor, bytes, 0);
    fsyncSync(descriptor);
    renameSync(temporary, path);
  } catch (error) {
    closeSync(descriptor);
    // On a full disk, the temporary file would waste space.
    rmSync(temporary, { force: true });
    throw error;
  }
  return descriptor;
}

function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}
