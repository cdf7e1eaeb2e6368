import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { lockFile } from "../util/files/lock-file";
import { appear } from "../util/files/temporary-file";
import { parseJson } from "../util/json";
import { messageOf } from "../util/message-of";
import { InvalidInput, type SimulatedObject } from "./common";

const FORMAT = "cdktf-outreach simulator state";
const VERSION = 1;

/** Workspace ids are credentials, so only the user may read the file. */
const PRIVATE = 0o600;

interface Stored {
  /** The highest sequence of all objects, including deleted objects, so that no id is used twice. */
  readonly lastSequence: number;
  readonly objects: readonly SimulatedObject[];
}

export const EMPTY: Stored = { lastSequence: 0, objects: [] };

export interface StateFile {
  readonly stored: Stored;
  /** If the new contents cannot be stored, throws, and the file keeps the earlier contents. */
  store(stored: Stored): void;
  close(): void;
}

/** @throws InvalidInput if the file is unusable, damaged or in use */
export function openStateFile(given: string): StateFile {
  let unlock = () => {};
  try {
    // All links to a file must share one lock.
    const path = existsSync(given) ? realpathSync(given) : resolve(given);
    unlock = lockFile(`${path}.lock`, (pid) => heldBy(pid, path));
    if (!existsSync(path)) write(path, EMPTY);
    let isOpen = true;
    return {
      stored: parse(path, readFileSync(path, "utf8")),
      store(stored) {
        if (!isOpen) throw new Error("The simulator is closed: its state file takes no more changes.");
        write(path, stored);
      },
      close() {
        isOpen = false;
        unlock();
      },
    };
  } catch (error) {
    unlock();
    if (error instanceof InvalidInput || !(error instanceof Error)) throw error;
    throw new InvalidInput(`The state file ${given} cannot be used: ${error.message}.`);
  }
}

function heldBy(pid: number, path: string): InvalidInput {
  return new InvalidInput(
    `The state file ${path} is in use by another simulator (process ${pid}). Stop that process first, or name another ` +
      `file. Only if the process ${pid} is no simulator, remove ${path}.lock.`,
  );
}

function write(path: string, { lastSequence, objects }: Stored): void {
  const contents = `${JSON.stringify({ format: FORMAT, version: VERSION, lastSequence, objects })}\n`;
  try {
    appear(path, (temporary) => writeFileSync(temporary, contents, { mode: PRIVATE }));
  } catch (error) {
    const words = `The change was not stored in the state file ${path}: ${messageOf(error)}`;
    throw new Error(words, { cause: error });
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
