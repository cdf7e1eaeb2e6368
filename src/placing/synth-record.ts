import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file that synth writes beside each stack that has an Outreach provider. */
export const SYNTH_RECORD = "outreach-synth.json";

/** Says what a stack was synthesized from, so that a review refuses a stack that is out of date. */
export interface SynthRecord {
  /** The format. It changes if a member gets another meaning, so a reader must refuse other numbers. */
  readonly version: 1;
  /** As `commitIn` returns it. */
  readonly commit: string | null;
  /**
   * The digests of prompt files as they were read, of their folders and of the app's sources, by path relative to the
   * stack's folder. Of ES modules, only those are known that are imported by relative paths from the program's first
   * file on.
   */
  readonly sources: Readonly<Record<string, string>>;
}

/** Returns the SHA-256 in base64url. */
export function digestOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("base64url");
}

/**
 * Returns the digest of a file; of a folder, that of the names in it which do not start with a dot. Undefined if it
 * cannot be read, and for anything else, such as a named pipe.
 */
export function digestOfFile(file: string): string | undefined {
  try {
    const found = statSync(file);
    const names = () => readdirSync(file).filter((name) => !name.startsWith("."));
    if (found.isDirectory()) return digestOf(names().sort().join("\n"));
    return found.isFile() ? digestOf(readFileSync(file)) : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the tracked files of a folder that differ from the commit, relative to it; undefined if git cannot be asked. */
export function changedFiles(folder: string): string[] | undefined {
  const args = ["diff", "--name-only", "--relative", "-z", "HEAD"];
  return git(folder, args).stdout?.split("\0").slice(0, -1);
}

/** As `commitIn` returns it. */
export function currentCommit(folder: string): string | null {
  return commitIn(folder).commit;
}

/**
 * Returns the commit that is checked out, in 40 digits, and `-dirty` if tracked files are changed; null without a
 * commit. `refusal` says why git cannot be asked, as in a container with the files of another user. The variables of CI
 * then name the commit, without `-dirty`.
 */
export function commitIn(folder: string): { readonly commit: string | null; readonly refusal?: string } {
  const found = git(folder, ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]);
  if (found.stdout !== undefined) return { commit: found.stdout.trim() };
  // A repository without a commit has no HEAD to describe.
  const { refusal = "" } = git(folder, ["rev-parse", "--git-dir"]);
  if (refusal === "" || refusal.includes("not a git repository")) return { commit: null };
  return { commit: commitOfRun(process.env) ?? null, refusal };
}

/** Returns the commit that the variables of GitHub Actions or GitLab CI name. */
export function commitOfRun({ GITHUB_SHA, CI_COMMIT_SHA }: NodeJS.ProcessEnv): string | undefined {
  return [GITHUB_SHA, CI_COMMIT_SHA].find((sha) => sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha));
}

/** Returns the folder of the Git repository that a folder is in, also where git refuses it; undefined for none. */
export function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

/** Runs git. Returns its output, or the first line of its error. */
export function git(folder: string, args: readonly string[]): { stdout?: string; refusal?: string } {
  const { status, stdout, stderr, error } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    // Without the first variable, git would refresh its index file.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
  });
  if (status === 0) return { stdout };
  const [line = ""] = (stderr ?? "").trim().split("\n");
  return { refusal: error?.message ?? (line.replace(/^fatal: /, "") || `git ended with status ${status}`) };
}
