import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { InvalidInput } from "./invalid-input";

/** Who holds a state file. A process id is used again, so the time of the start belongs to it where it can be known. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string | null;
}

const PRIVATE = 0o600;

/**
 * Takes a state file for this process; the function that comes back gives it free. Node has no lock that ends with its
 * process, so a file beside it names the holder, and what a killed one left is taken over.
 * @throws InvalidInput where a running process holds it, this one too.
 */
export function lockStateFile(path: string): () => void {
  const lock = `${path}.lock`;
  const own = `${lock}.${randomUUID()}`;
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? null };
  try {
    writeFileSync(own, JSON.stringify(holder), { mode: PRIVATE });
    // A link appears with its contents: nobody can read a lock that is half written.
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
    return (error as NodeJS.ErrnoException).code !== "EEXIST" && tryCopy(own, lock);
  }
}

/** For file systems without hard links, such as some that are shared with a virtual machine. */
function tryCopy(own: string, lock: string): boolean {
  try {
    copyFileSync(own, lock, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a process that is gone. @throws InvalidInput where it still runs. */
function removeLeftover(path: string, lock: string): void {
  const found = textOf(lock);
  if (found === undefined) return;
  const holder = holderIn(found);
  if (holder !== undefined && isRunning(holder)) throw heldBy(holder, path, lock);
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  // Somebody may have been quicker and have taken it over; then this is theirs, and goes back.
  if (textOf(aside) !== found) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

/** Undefined where the machine lost power before the text was on disk. */
function holderIn(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const start = startOf(pid);
  return start === undefined || startedAt === null || start === startedAt;
}

/**
 * When a process started, in the kernel's own count; "ended" for one whose parent has not taken notice yet. Undefined
 * where there is no /proc.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program comes second, in parentheses, and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19];
  } catch {
    return undefined;
  }
}

function heldBy({ pid }: Holder, path: string, lock: string): InvalidInput {
  return new InvalidInput(
    `The state file ${path} is in use by another simulator, the process ${pid}. Stop that one first, or name another ` +
      `file. Only where the process ${pid} is no simulator, remove ${lock}.`,
  );
}
