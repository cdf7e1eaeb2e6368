import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning } from "../process";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const TEMPORARY = new RegExp(`^\\.cdktf-outreach-(\\d+)-${UUID}\\.tmp$`);

/**
 * Temporary files in use are younger than this. The process id in the name is not enough, because the process
 * may run in a container or on another machine.
 */
const LEFTOVER_AGE_MS = 10 * 60_000;

export function temporaryPath(folder: string): string {
  return join(folder, `.cdktf-outreach-${process.pid}-${randomUUID()}.tmp`);
}

export function withTemporary<T>(folder: string, run: (temporary: string) => T): T {
  const temporary = temporaryPath(folder);
  try {
    return run(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * `make` creates the file or link in a temporary folder on the same file system, so that `path` appears
 * complete.
 */
export function appear(path: string, make: (temporary: string) => void, folder = dirname(path)): void {
  mkdirSync(folder, { recursive: true });
  withTemporary(folder, (temporary) => {
    make(temporary);
    renameSync(temporary, path);
  });
}

export function hasTemporary(folder: string): boolean {
  return readdirSync(folder).some((name) => TEMPORARY.test(name));
}

/** Removes only old files whose process has ended, and ignores files that cannot be removed. */
export function removeLeftovers(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - lstatSync(path).mtimeMs > LEFTOVER_AGE_MS) remove(path);
    } catch {
      continue;
    }
  }
}

/** Works even while another run writes to the path or removes the path. */
export function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
