import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";

/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ["--version"]).pid;

const STEPS = ["linkSync", "mkdirSync", "renameSync", "rmSync", "rmdirSync", "writeFileSync"] as const;

/**
 * Runs a task whose process ends at a step of its writing: no later step takes place. A file that is written
 * has two steps, before its first byte and after half of its bytes. Returns whether the task has so many steps.
 */
export async function killedAt(last: number, task: () => Promise<unknown>): Promise<boolean> {
  let step = 0;
  let isKilled = false;
  const die = () => {
    isKilled = true;
    throw new Error("killed");
  };
  const { writeFileSync } = fs;
  const originals = STEPS.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals) {
    const patched = (...args: unknown[]) => {
      if ((step += 1) >= last) die();
      if (name === "writeFileSync" && (step += 1) === last) {
        const bytes = Buffer.from(args[1] as string);
        writeFileSync(args[0] as string, bytes.subarray(0, bytes.length / 2), args[2] as object);
        die();
      }
      return (original as (...args: unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: patched });
  }
  // The lock and the temporary files name a process that has ended.
  const { pid } = process;
  Object.defineProperty(process, "pid", { value: ended });
  try {
    await task();
  } catch (error) {
    if (!isKilled) throw error;
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    Object.defineProperty(process, "pid", { value: pid });
  }
  return isKilled;
}

/** Makes the temporary files below a folder as old as those that a later command removes. */
export function ageTemporaries(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (/\.cdktf-outreach-[^/]*\.tmp$/.test(name)) fs.utimesSync(join(folder, name), 0, 0);
}
