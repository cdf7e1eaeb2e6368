import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";

/** The file that synth writes beside each stack that has an Outreach provider. */
export const SYNTH_RECORD = "outreach-synth.json";

/** Says what a stack was synthesized from, so that a review refuses a stack that is out of date. */
export interface SynthRecord {
  /** The format. It changes if a member gets another meaning, so a reader must refuse other numbers. */
  readonly version: 1;
  /** As `currentCommit` returns it. */
  readonly commit: string | null;
  /**
   * The digests of prompt files, of their folders and of the app's sources, by path relative to the stack's folder. Of
   * ES modules, only those are known that are imported by relative paths from the program's first file on.
   */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * Returns the SHA-256 of a file in base64url; of a folder, that of the names in it which do not start with a dot.
 * Undefined if it cannot be read.
 */
export function digestOfFile(file: string): string | undefined {
  try {
    const isFolder = statSync(file).isDirectory();
    const names = () => readdirSync(file).filter((name) => !name.startsWith("."));
    const content = isFolder ? names().sort().join("\n") : readFileSync(file);
    return createHash("sha256").update(content).digest("base64url");
  } catch {
    return undefined;
  }
}

/** Lists the tracked files of a folder that differ from the commit, relative to it; none without a commit. */
export function changedFiles(folder: string): string[] {
  const args = ["diff", "--name-only", "--relative", "-z", "HEAD"];
  return git(folder, args)?.split("\0").slice(0, -1) ?? [];
}

/** Returns the commit in 40 digits, and `-dirty` if tracked files are changed; null without a commit. */
export function currentCommit(folder: string): string | null {
  return git(folder, ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])?.trim() ?? null;
}

function git(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    // Without this variable, git would refresh its index file.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  });
  return status === 0 ? stdout : undefined;
}
