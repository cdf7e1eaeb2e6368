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
import type { Kind } from "../api";
import { lockFile } from "../util/files/lock-file";
import { appear } from "../util/files/temporary-file";
import { parseJson } from "../util/json";
import { messageOf } from "../util/message-of";
import { InvalidInput, type SimulatedObject } from "./common";

/** The objects of all workspaces in memory. With a state file, each change is stored before it is visible. */
export class Store {
  readonly #file: StateFile | undefined;
  #byId: Map<string, SimulatedObject>;
  #lastSequence: number;
  #isChanging = false;

  constructor(file?: StateFile) {
    const { lastSequence, objects } = file?.stored ?? EMPTY;
    this.#file = file;
    this.#lastSequence = lastSequence;
    this.#byId = new Map(objects.map((object) => [object.id, object]));
  }

  nextSequence(): number {
    return this.#lastSequence + 1;
  }

  find(id: string): SimulatedObject | undefined {
    return this.#byId.get(id);
  }

  /** Returns the objects of one kind and workspace in creation order. */
  list(kind: Kind, workspaceId: string): SimulatedObject[] {
    return this.all().filter((object) => object.kind === kind && object.workspaceId === workspaceId);
  }

  all(): SimulatedObject[] {
    return [...this.#byId.values()];
  }

  put(object: SimulatedObject): void {
    this.together(() => {
      this.#byId.set(object.id, object);
      this.#lastSequence = Math.max(this.#lastSequence, object.sequence);
    });
  }

  delete(id: string): void {
    this.together(() => this.#byId.delete(id));
  }

  clear(): void {
    this.together(() => this.#byId.clear());
  }

  /** Makes changes that are stored at once: all of them, or none if `make` or the state file throws. */
  together<T>(make: () => T): T {
    if (this.#file === undefined || this.#isChanging) return make();
    const before = new Map(this.#byId);
    this.#isChanging = true;
    try {
      const result = make();
      this.#file.store({ lastSequence: this.#lastSequence, objects: this.all() });
      return result;
    } catch (error) {
      this.#byId = before;
      throw error;
    } finally {
      this.#isChanging = false;
    }
  }

  close(): void {
    this.#file?.close();
  }
}

const FORMAT = "cdktf-outreach simulator state";
const VERSION = 1;

/** Workspace ids are credentials (section 5, rule 5), so only the user may read the file. */
const PRIVATE = 0o600;

interface Stored {
  /** The highest sequence of any object, also of deleted ones: no id is used twice. */
  readonly lastSequence: number;
  /** In creation order. */
  readonly objects: readonly SimulatedObject[];
}

const EMPTY: Stored = { lastSequence: 0, objects: [] };

/** Opens a state file, or creates an empty one. @throws InvalidInput if it is unusable, damaged or in use */
export function openStateFile(path: string): StateFile {
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

function openLocked(path: string): StateFile {
  const unlock = lockFile(`${path}.lock`, (pid) => heldBy(pid, path));
  try {
    const isNew = !existsSync(path);
    const file = new StateFile(path, unlock, isNew ? EMPTY : parse(path, readFileSync(path, "utf8")));
    if (isNew) file.store(EMPTY);
    return file;
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

class StateFile {
  #isOpen = true;

  constructor(
    readonly path: string,
    readonly unlock: () => void,
    readonly stored: Stored,
  ) {}

  /** Replaces the contents. Throws if they cannot be stored; the file then has its earlier contents. */
  store({ lastSequence, objects }: Stored): void {
    if (!this.#isOpen) throw new Error("The simulator is closed: its state file takes no more changes.");
    const contents = `${JSON.stringify({ format: FORMAT, version: VERSION, lastSequence, objects })}\n`;
    try {
      appear(this.path, (temporary) => writeFileSync(temporary, contents, { mode: PRIVATE }));
    } catch (error) {
      const words = `The change was not stored in the state file ${this.path}: ${messageOf(error)}`;
      throw new Error(words, { cause: error });
    }
  }

  close(): void {
    this.#isOpen = false;
    this.unlock();
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
