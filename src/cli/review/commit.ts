import { spawnSync } from "node:child_process";

/** Returns the commit in 40 digits, and `-dirty` if tracked files differ; null without git or a commit. */
export function currentCommit(folder: string): string | null {
  const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  const { status, stdout } = spawnSync("git", args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    // Without this variable, git would refresh its index file.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  });
  return status === 0 ? stdout.trim() : null;
}
