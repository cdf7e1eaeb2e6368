import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./process";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const TEMPORARY = new RegExp(`^\\.cdktf-outreach-(\\d+)-${UUID}\\.tmp$`);

/** Returns the path of a new temporary file or folder, with a name that `removeLeftovers` recognises. */
export function temporaryPath(folder: string): string {
  return join(folder, `.cdktf-outreach-${process.pid}-${randomUUID()}.tmp`);
}

/** Runs a function with the path of a new temporary file in `folder`. Removes the file if it is still there then. */
export function withTemporary<T>(folder: string, run: (temporary: string) => T): T {
  const temporary = temporaryPath(folder);
  try {
    return run(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

export function hasTemporary(folder: string): boolean {
  return readdirSync(folder).some((name) => TEMPORARY.test(name));
}

/** Removes temporary files and folders that killed processes have left in a folder. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}
