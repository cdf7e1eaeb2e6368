import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let root: string | undefined;
let folders = 0;
const groups = new Set<number>();

/** The folder is removed at the end of the benchmark. */
export function scratchFolder(name: string): string {
  root ??= mkdtempSync(join(tmpdir(), "outreach-bench-"));
  folders += 1;
  const folder = join(root, `${folders}-${name}`);
  mkdirSync(folder);
  return folder;
}

/** Ends a child and its own children with the benchmark. The child must lead a process group. */
export function untilTheEnd(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  groups.add(pid);
  child.on("close", () => groups.delete(pid));
}

/** Ends all children and removes all folders, however the benchmark ends. */
export function cleanUpAtTheEnd(): void {
  process.on("exit", cleanUp);
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  process.on("SIGHUP", () => process.exit(129));
}

function cleanUp(): void {
  for (const group of groups) {
    try {
      process.kill(-group, "SIGKILL");
    } catch {
      // The kill fails if the group has already ended.
    }
  }
  // A process that was just killed may still write into its folder.
  if (root !== undefined) rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
