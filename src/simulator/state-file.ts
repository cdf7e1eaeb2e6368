import {
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { lockFile } from "../files/lock-file";
import { appear } from "../files/temporary-file";
import { parseJson } from "../shared/json";
import { messageOf } from "../shared/message-of";
import { InvalidInput } from "./fields";
import type { SimulatedObject } from "./objects";

const FORMAT = "cdktf-outreach simulator state";
const VERSION = 1;

/** Workspace ids are credentials (section 5, rule 5), so only the user may read the file. */
const PRIVATE = 0o600;

/** What a state file stores. */
export interface Stored {
  /** The highest sequence of any object, also of deleted ones: no id is used twice. */
  readonly lastSequence: number;
  /** In creation order. */
  readonly objects: readonly SimulatedObject[];
}

/** A state file that this process has locked. `stored` is what the file contained. */
interface OpenStateFile {
  readonly stored: Stored;
  readonly file: StateFile;
}

/** Opens a state file, or creates an empty one. @throws InvalidInput if it is unusable, damaged or in use */
export function openStateFile(path: string): OpenStateFile {
  try {
    return openLocked(fileAt(path));
  } catch (error) {
    if (error instanceof InvalidInput || !(error instanceof Error)) throw error;
    throw new InvalidInput(`The state file ${path} cannot be used: ${error.message}.`);
  }
}

/** Returns a file's path with links followed, so that all links share one lock. It need not exist. */
function fileAt(path: string): string {
  // `statSync` throws if links form a circle.
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return resolve(path);
  return fileAt(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

function openLocked(path: string): OpenStateFile {
  const unlock = lockFile(`${path}.lock`, (pid) => heldBy(pid, path));
  const file = new StateFile(path, unlock);
  try {
    if (!existsSync(path)) file.store({ lastSequence: 0, objects: [] });
    return { stored: parse(path, readFileSync(path, "utf8")), file };
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
  readonly #unlock: () => void;
  #isOpen = true;

  constructor(path: string, unlock: () => void) {
    this.#path = path;
    this.#unlock = unlock;
  }

  /** Replaces the contents. Throws if they cannot be stored; the file then has its earlier contents. */
  store({ lastSequence, objects }: Stored): void {
    if (!this.#isOpen) throw new Error("The simulator is closed: its state file takes no more changes.");
    const contents = `${JSON.stringify({ format: FORMAT, version: VERSION, lastSequence, objects })}\n`;
    try {
      appear(this.#path, (temporary) => writeFileSync(temporary, contents, { mode: PRIVATE }));
    } catch (error) {
      const words = `The change was not stored in the state file ${this.#path}: ${messageOf(error)}`;
      throw new Error(words, { cause: error });
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#unlock();
  }
}

function parse(path: string, text: string): Stored {
  const { format, version, ...stored } = (parseJson(text)?.value ?? {}) as Partial<Record<string, unknown>>;
  if (format !== FORMAT) {
    throw new InvalidInput(
      `${path} is not a state file of this simulator, or is damaged, so it was left unchanged. Name a file that does ` +
        "not exist yet, or restore it from a copy.",
    );
  }
  if (version === VERSION) return stored as unknown as Stored;
  throw new InvalidInput(
    `The state file ${path} has version ${String(version)}; this simulator reads version ${VERSION}. Name another file.`,
  );
}
