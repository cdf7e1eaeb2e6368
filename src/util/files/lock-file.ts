import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseJson } from "../json";
import { isRunning, startOf } from "../process";
import { hasTemporary, removeLeftovers, temporaryPath, withTemporary } from "./temporary-file";

/** If the start time is known, a later process with the same id is not taken for the holder. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string | null;
}

/**
 * Node has no lock that ends with its process. So the lock file names its process, and a later process
 * replaces the file of a killed process. Returns a function that removes the lock file.
 * @throws the result of `refusal` if a running process, even this one, holds the lock
 */
export function lockFile(lock: string, refusal: (pid: number) => Error): () => void {
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? null };
  withTemporary(dirname(lock), (own) => {
    writeFileSync(own, JSON.stringify(holder), { mode: 0o600 });
    // A link appears together with its content, so no process reads an incomplete lock.
    while (!tryLink(own, lock)) removeLeftover(lock, refusal);
  });
  return () => rmSync(lock, { force: true });
}

function tryLink(own: string, lock: string, link = linkSync): boolean {
  try {
    link(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (link !== linkSync) throw error;
    // The file system has no hard links, for example in a folder shared with a virtual machine.
    return tryLink(own, lock, (from, to) => copyFileSync(from, to, constants.COPYFILE_EXCL));
  }
}

/** @throws the refusal if the process still runs */
function removeLeftover(lock: string, refusal: (pid: number) => Error): void {
  const found = textOf(lock);
  if (found === undefined) return;
  // The holder is undefined if a power failure left the file incomplete.
  const holder = parseJson(found)?.value as Holder | null | undefined;
  if (holder && isHeld(holder)) throw refusal(holder.pid);
  const aside = temporaryPath(dirname(lock));
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  // If another process has replaced the lock meanwhile, the new lock is put back.
  if (textOf(aside) !== found) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function isHeld({ pid, startedAt }: Holder): boolean {
  if (!isRunning(pid)) return false;
  const start = startOf(pid);
  return start === undefined || startedAt === null || start === startedAt;
}

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

const LOCK = ".cdktf-outreach.lock";

/**
 * Runs a task while no other command writes into the folder. Creates a missing folder, and removes it if the
 * task leaves it empty. First removes files that killed commands left in the folder.
 * @throws Error naming the process that holds the lock, if the lock is not released within ten seconds
 */
export async function lockingFolder<T>(
  folder: string,
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T> {
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
  try {
    const unlock = await lock(folder, signal);
    try {
      for (const one of foldersIn(folder)) removeLeftovers(one);
      return await task();
    } finally {
      unlock();
    }
  } finally {
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

/** If a killed command left files in the folder, the folder also counts as in use. */
export function isInUse(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return existsSync(join(folder, LOCK)) || foldersIn(folder).some(hasTemporary);
}

function foldersIn(folder: string): string[] {
  const prompts = join(folder, "prompts");
  // A link to a folder is ignored, because no lock may protect its files.
  return lstatSync(prompts, { throwIfNoEntry: false })?.isDirectory() === true ? [folder, prompts] : [folder];
}

async function lock(folder: string, signal: AbortSignal): Promise<() => void> {
  const until = performance.now() + 10_000;
  for (;;) {
    try {
      return lockFile(join(folder, LOCK), (pid) => new Locked(folder, pid));
    } catch (error) {
      if (!(error instanceof Locked) || performance.now() >= until) throw error;
    }
    await setTimeout(50, undefined, { signal });
  }
}

class Locked extends Error {
  constructor(folder: string, pid: number) {
    super(
      `Another command (process ${pid}) is writing into ${folder}, so nothing was written. Run the command again. ` +
        `Only if the process ${pid} is no cdktf-outreach, remove ${join(folder, LOCK)}.`,
    );
  }
}
