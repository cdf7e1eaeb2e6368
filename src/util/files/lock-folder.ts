import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { lockFile } from "./lock-file";
import { hasTemporary, removeLeftovers } from "./temporary-file";
import { messageOf } from "../message-of";

const LOCK = ".cdktf-outreach.lock";

/** Longest wait for the lock, and the wait between two attempts, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;
const BETWEEN_ATTEMPTS_MS = 50;

/**
 * Runs a task while no other command writes into the folder, which is created when needed. Removes what
 * killed commands have left in it first. A folder that the task leaves empty is removed again.
 * @throws Error naming the process that has the lock, if that process does not release it within ten seconds
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

/** Reports whether a command is writing into the folder, or has left something in it when it was killed. */
export function isInUse(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return existsSync(join(folder, LOCK)) || foldersIn(folder).some(hasTemporary);
}

/** Lists the folders in which commands write temporary files. */
function foldersIn(folder: string): string[] {
  return [folder, ...[join(folder, "prompts")].filter(isFolder)];
}

/** A link to a folder does not count: it may lead to files that no lock protects. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function lock(folder: string, signal: AbortSignal): Promise<() => void> {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return lockFile(join(folder, LOCK), (pid) => new Locked(folder, pid));
    } catch (error) {
      // The error of the system for a full disk names no file.
      if (!(error instanceof Locked))
        throw new Error(`${folder} cannot be locked: ${messageOf(error)}`, { cause: error });
      if (performance.now() >= until) throw error;
    }
    await setTimeout(BETWEEN_ATTEMPTS_MS, undefined, { signal });
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
