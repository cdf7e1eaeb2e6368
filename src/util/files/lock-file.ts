import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isRunning, startOf } from "./process";
import { temporaryPath, withTemporary } from "./temporary-file";

/** The process that holds a lock. Its start time, if known, tells it from later processes with its id. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string | null;
}

const PRIVATE = 0o600;

/**
 * Creates a lock file for this process and returns the function that removes it. Node has no lock that ends
 * with its process. The lock file therefore names the process, and a later process replaces the lock file of
 * a killed process.
 * @throws the result of `refusal` if a running process has the lock, even if it is this process
 */
export function lockFile(lock: string, refusal: (pid: number) => Error): () => void {
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? null };
  withTemporary(dirname(lock), (own) => {
    writeFileSync(own, JSON.stringify(holder), { mode: PRIVATE });
    // A link appears together with its content, so no process reads a partial lock.
    while (!tryLink(own, lock)) removeLeftover(lock, refusal);
  });
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

/** Removes the lock of a process that has ended. @throws the refusal if the process is still running */
function removeLeftover(lock: string, refusal: (pid: number) => Error): void {
  const found = textOf(lock);
  if (found === undefined) return;
  const holder = holderIn(found);
  if (holder !== undefined && isHeld(holder)) throw refusal(holder.pid);
  const aside = temporaryPath(dirname(lock));
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
    return (JSON.parse(text) ?? undefined) as Holder | undefined;
  } catch {
    return undefined;
  }
}

function isHeld({ pid, startedAt }: Holder): boolean {
  if (!isRunning(pid)) return false;
  const start = startOf(pid);
  return start === undefined || startedAt === null || start === startedAt;
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
