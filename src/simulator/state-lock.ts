import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { InvalidInput } from "./fields";

/**
 * The process that uses a state file. Its start time, if known, tells it from later processes with its id.
 */
interface Holder {
  readonly pid: number;
  readonly startedAt: string | null;
}

const PRIVATE = 0o600;

/**
 * Locks a state file for this process and returns the function that unlocks it. Node has no lock that ends
 * with its process. A lock file beside the state file therefore names the process, and a later process
 * replaces the lock file of a killed process.
 * @throws InvalidInput if a running process has the lock, even if it is this process
 */
export function lockStateFile(path: string): () => void {
  const lock = `${path}.lock`;
  const own = `${lock}.${randomUUID()}`;
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? null };
  try {
    writeFileSync(own, JSON.stringify(holder), { mode: PRIVATE });
    // A link appears together with its content, so no process reads a partial lock.
    while (!tryLink(own, lock)) removeLeftover(path, lock);
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    return codeOf(error) !== "EEXIST" && tryCopy(own, lock);
  }
}

/** Creates the lock on a file system without hard links, such as a folder shared with a virtual machine. */
function tryCopy(own: string, lock: string): boolean {
  try {
    copyFileSync(own, lock, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. @throws InvalidInput if the process is still running */
function removeLeftover(path: string, lock: string): void {
  const found = textOf(lock);
  if (found === undefined) return;
  const holder = holderIn(found);
  if (holder !== undefined && isRunning(holder)) throw heldBy(holder, path, lock);
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  // If another process has replaced the lock meanwhile, `aside` is that process's lock, so it is put back.
  if (textOf(aside) !== found) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

/** Returns the process that a lock file names; undefined if a power loss left the file incomplete. */
function holderIn(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** Returns the text of a file; undefined if the file does not exist. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process runs as another user.
    if (codeOf(error) !== "EPERM") return false;
  }
  const start = startOf(pid);
  return start === undefined || startedAt === null || start === startedAt;
}

/** Returns a process's start time as the kernel gives it, "ended" for a zombie, undefined without /proc. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19];
  } catch {
    return undefined;
  }
}

function heldBy({ pid }: Holder, path: string, lock: string): InvalidInput {
  return new InvalidInput(
    `The state file ${path} is in use by another simulator (process ${pid}). Stop that process first, or name another ` +
      `file. Only if the process ${pid} is no simulator, remove ${lock}.`,
  );
}
