import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { sharedState } from "../util/shared-state";
import { placeFile } from "./place-file";

export const PROMPT_RECORD = "outreach-prompts.json";

/**
 * Commands may write a new prompt into a file only if the snippet uses the whole file and no stack uses the
 * file elsewhere.
 */
export interface PromptUse {
  /** Address of a snippet, path of an override such as `locals.tone`, or name of a `.tf` file. */
  readonly place: string;
  readonly file: string;
  /**
   * `whole`: the prompt is the content of the file. `one of several`: several files have this content.
   * `part`: the prompt has the content among other text.
   */
  readonly is: "whole" | "one of several" | "part";
  /**
   * The part's first line in the text and in the file (from 1), and its number of lines; missing in plain
   * HCL. A reference counts as one line.
   */
  readonly part?: { readonly line: number; readonly fileLine: number; readonly lines: number };
}

/** Readers must reject records of other versions. */
export const PROMPT_RECORD_VERSION = 2;

export const SYNTH_RECORD = "outreach-synth.json";

export interface SynthRecord {
  readonly version: 1;
  readonly commit: string | null;
  /**
   * Digests by path relative to the stack's folder: of prompt files as the app read them, of their folders,
   * and of the app's sources. If the app has ES modules, only its first file is included.
   */
  readonly sources: Readonly<Record<string, string>>;
}

const made = sharedState("synth record", () => ({
  digests: new Map<string, string | undefined>(),
  commit: undefined as string | null | undefined,
}));

/** If a file was read with two contents, no digest fits both, so some stack is out of date. */
export function rememberRead(file: string, content: Uint8Array): void {
  const digest = digestOf(content);
  const known = made.digests.get(file) ?? digest;
  made.digests.set(file, known === digest ? digest : "read with several contents");
}

export function recordSynth(stackFolder: string, promptFiles: readonly string[]): void {
  made.commit ??= commitIn(process.cwd()).commit;
  digestLoaded();
  // An app may make a snippet for each file of a folder, so the folder's content counts. Commands write files
  // into the project's folder, so the project's folder does not count.
  const folders = new Set(promptFiles.map((file) => dirname(file)));
  folders.delete(process.cwd());
  const sources = [...made.digests, ...Array.from(folders, (path) => [path, digestOfFile(path)] as const)];
  const paths = sources
    .filter(([, digest]) => digest !== undefined)
    .map(([file, digest]) => [relative(stackFolder, file).split(sep).join("/"), digest!] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const record: SynthRecord = { version: 1, commit: made.commit, sources: Object.fromEntries(paths) };
  placeFile(join(stackFolder, SYNTH_RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

function digestLoaded(): void {
  const project = process.cwd();
  const start = join(repositoryOf(project) ?? project, sep);
  // Generated bindings are no sources, and there may be thousands of files.
  const isOwn = (file: string) =>
    file.startsWith(start) && !file.split(sep).some((name) => name === "node_modules" || name === ".gen");
  // Node.js lists loaded CommonJS modules in `require.cache`, but does not list loaded ES modules.
  const program = resolve(process.argv[1] ?? "");
  for (const file of [join(project, "cdktf.json"), program, ...Object.keys(require.cache)])
    if (isOwn(file) && !made.digests.has(file)) made.digests.set(file, digestOfFile(file));
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}

/**
 * Returns the digest of a file's content, or of the names in a folder. Returns undefined if `file` cannot be
 * read.
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

export function changedFiles(folder: string): string[] | undefined {
  const args = ["diff", "--name-only", "--relative", "-z", "HEAD"];
  return git(folder, args).stdout?.split("\0").slice(0, -1);
}

/**
 * Returns the checked-out commit in 40 digits, with `-dirty` if tracked files were changed; null without a
 * commit. If git refuses the repository, `refusal` is git's reason, and CI variables give the commit.
 */
export function commitIn(folder: string): { readonly commit: string | null; readonly refusal?: string } {
  const found = git(folder, ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]);
  if (found.stdout !== undefined) return { commit: found.stdout.trim() };
  // A repository without commits has no HEAD to describe.
  const { refusal = "" } = git(folder, ["rev-parse", "--git-dir"]);
  if (refusal === "" || refusal.includes("not a git repository")) return { commit: null };
  return { commit: commitOfRun(process.env) ?? null, refusal };
}

export function commitOfRun({ GITHUB_SHA, CI_COMMIT_SHA }: NodeJS.ProcessEnv): string | undefined {
  return [GITHUB_SHA, CI_COMMIT_SHA].find((sha) => sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha));
}

/**
 * Returns the folder of the Git repository around a folder, even if git refuses the repository; undefined
 * without a repository.
 */
export function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

export function git(folder: string, args: readonly string[]): { stdout?: string; refusal?: string } {
  const { status, stdout, stderr, error } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    // GIT_OPTIONAL_LOCKS=0 keeps git from refreshing its index file.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
  });
  if (status === 0) return { stdout };
  const [line = ""] = (stderr ?? "").trim().split("\n");
  return { refusal: error?.message ?? (line.replace(/^fatal: /, "") || `git ended with status ${status}`) };
}
