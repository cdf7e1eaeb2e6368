import { dirname, relative, sep } from "node:path";
import {
  constructPathOf,
  type PromptUse,
  readStackConfiguration,
  type StackConfiguration,
} from "../../estate/declared/stack-configuration";
import { withoutKeys } from "./model/objects";
import type { ObjectChange, Review, Source } from "./model/review";
import type { TextDiff } from "../../render/diff/rows";
import { type FileLine, resourceBlocks } from "../../estate/hcl/outline";
import { textOf } from "./model/likeness";
import { readFileSync } from "node:fs";
import type { Stack } from "../../estate/engine/stacks";
import { commitOfRun, currentCommit, git, repositoryOf } from "../../placing/records";
import { isInside, realPath } from "../../util/files/read-file";
import { groupBy } from "../../util/lists";

/** Returns the review with the source of each change. `sources` has those of each stack by its name. */
export function withSources(
  review: Review,
  sources: ReadonlyMap<string, StackSources>,
  linkTo: LinkTo,
): Review {
  const stacks = review.stacks.map((stack) => {
    const own = sources.get(stack.name);
    if (own === undefined) return stack;
    const changes = stack.changes.map((change) => ({ ...change, source: sourceOf(change, own, linkTo) }));
    return { ...stack, changes };
  });
  return { ...review, stacks };
}

function sourceOf(change: ObjectChange, sources: StackSources, linkTo: LinkTo): Source | null {
  const line = changedLine(change, sources);
  const constructPath = constructPathOf(sources.declared?.get(withoutKeys(change.address)));
  if (line === undefined)
    return constructPath === null ? null : { file: null, line: null, constructPath, url: null };
  // The path from the working directory, with `/` on every system.
  const file = relative("", line.file).split(sep).join("/");
  return { file, line: line.line, constructPath, url: linkTo(line) };
}

/**
 * Returns the line that a change edits: of the prompt file, or of the resource in plain HCL. Undefined for a change
 * whose place is not known, and for an object that has left the code. Of a composed prompt, a line of a file counts only
 * if it has the changed text: the line may also contain other text, and a reference may have become several lines.
 */
export function changedLine(change: ObjectChange, sources: StackSources): FileLine | undefined {
  const { action, attributes } = change;
  if (action === "delete" || action === "forget") return undefined;
  const address = withoutKeys(change.address);
  const prompt = attributes.find(({ path }) => path === "prompt");
  const uses = prompt === undefined ? [] : (sources.uses.get(address) ?? []);
  const whole = uses.find(({ is }) => is === "whole");
  const parts = uses.flatMap(({ part, file }) => (part === undefined ? [] : { ...part, file }));
  // The change of a sensitive prompt has no diff.
  const { diff = null } = prompt ?? {};
  for (const { line, text } of diff === null ? [{ line: 1, text: undefined }] : changedLines(diff)) {
    if (whole !== undefined) return { file: whole.file, line };
    const [place, another] = parts
      .filter((part) => line >= part.line && line < part.line + part.lines)
      .map((part) => ({ file: part.file, line: part.fileLine + line - part.line }))
      .filter((one) => text !== undefined && sources.textAt(one)?.trim() === text.trim());
    if (place !== undefined && another === undefined) return place;
  }
  return sources.blocks.get(address);
}

/** Returns the lines of the new text that a diff changes. For a removed line, these are the lines around it. */
function changedLines({ rows, after }: TextDiff): { line: number; text: string | undefined }[] {
  const texts = new Map(
    rows.flatMap((row) => (row.kind === "removed" ? [] : [[row.after.number, textOf(row.after)] as const])),
  );
  const found: number[] = [];
  let next = 1;
  for (const row of rows) {
    if (row.kind === "removed") found.push(Math.min(next, Math.max(after?.lines ?? 1, 1)), next - 1);
    else next = row.after.number + 1;
    if (row.kind === "changed" || row.kind === "added") found.push(row.after.number);
  }
  return found.map((line) => ({ line, text: texts.get(line) }));
}

/** Where the resources of a stack stand, by address without keys. */
export interface StackSources {
  /** The uses of prompt files, by their place. */
  readonly uses: ReadonlyMap<string, readonly PromptUse[]>;
  /** Undefined if the configuration cannot be read. */
  readonly declared: StackConfiguration["declared"] | undefined;
  /** The blocks of plain HCL. */
  readonly blocks: ReadonlyMap<string, FileLine>;
  /** Returns a line of a prompt file; undefined if the file cannot be read, or has fewer lines. */
  readonly textAt: (place: FileLine) => string | undefined;
}

/**
 * Reads where the resources of a stack stand. A configuration that cannot be read, as without the parser for HCL, only
 * lacks what the parser would show: a review is complete without sources.
 */
export async function readSources(stack: Stack, signal: AbortSignal): Promise<StackSources> {
  const blocks = resourceBlocks(stack);
  try {
    const { uses, declared } = await readStackConfiguration(stack, signal);
    return { uses: groupBy(uses, ({ place }) => place), declared, blocks, textAt: lineReader() };
  } catch {
    signal.throwIfAborted();
    return { uses: new Map(), declared: undefined, blocks, textAt: lineReader() };
  }
}

/** Returns a function that returns a line of a file, and reads each file once. */
export function lineReader(): StackSources["textAt"] {
  const read = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    if (!read.has(file)) read.set(file, linesOf(file));
    return read.get(file)![line - 1];
  };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split(/\r\n|\r|\n/);
  } catch {
    return [];
  }
}

/** Returns the address of a line on a code host; null for a file outside of the repository. */
export type LinkTo = (line: FileLine) => string | null;

/** Files that GitHub and GitLab show as a page without lines, unless an address asks for the plain text. */
const RENDERED =
  /\.(?:md|mkdn?|mdown|markdown|mdx|rst|adoc|asc|asciidoc|org|textile|creole|mediawiki|wiki|rdoc|pod)$/i;

/**
 * Returns how to link to lines. No line has a link unless GitHub's or GitLab's variables name the repository. A line of
 * a submodule links to the repository of the submodule, if the same code host has it.
 */
export function linksIn(env: NodeJS.ProcessEnv, commit: string | null): LinkTo {
  const host = hostIn(env);
  const root = host && repositoryOf(realPath(process.cwd()));
  if (host === undefined || root === undefined) return () => null;
  const own = commit ?? commitOfRun(env) ?? null;
  const starts = new Map<string, string | undefined>();
  const startIn = (folder: string) => {
    const isOuter =
      folder === root && !git(folder, ["rev-parse", "--show-superproject-working-tree"]).stdout?.trim();
    return isOuter ? startOfFiles(host, host.project, own) : startOfSubmodule(host, folder);
  };
  return ({ file, line }) => {
    const path = realPath(file);
    if (!isInside(root, path)) return null;
    const folder = repositoryOf(dirname(path));
    if (folder === undefined) return null;
    if (!starts.has(folder)) starts.set(folder, startIn(folder));
    const start = starts.get(folder);
    const within = relative(folder, path).split(sep).map(encodeURIComponent).join("/");
    return start === undefined ? null : `${start}/${within}${RENDERED.test(path) ? "?plain=1" : ""}#L${line}`;
  };
}

/** A code host, as the variables of a CI job name it. */
interface Host {
  readonly server: string;
  /** The address of the job's repository. */
  readonly project: string;
  /** What stands between the addresses of a repository and of a commit. */
  readonly files: "/blob/" | "/-/blob/";
}

function hostIn(env: NodeJS.ProcessEnv): Host | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  if (server && repository) {
    const isPlain = URL.canParse(server) && /^[\w.-]+\/[\w.-]+$/.test(repository);
    return isPlain ? { server, project: `${server}/${repository}`, files: "/blob/" } : undefined;
  }
  if (!project || !URL.canParse(project)) return undefined;
  const { CI_SERVER_URL: gitlab = "" } = env;
  return { server: URL.canParse(gitlab) ? gitlab : new URL(project).origin, project, files: "/-/blob/" };
}

function startOfFiles({ files }: Host, project: string, commit: string | null): string | undefined {
  const sha = commit?.replace(/-dirty$/, "") ?? "";
  return /^[0-9a-f]+$/.test(sha) ? checked(`${project}${files}${sha}`) : undefined;
}

/** Matches the remote of a repository over SSH, as `git@host:path` or `ssh://git@host:port/path`. */
const OVER_SSH =
  /^(?:ssh:\/\/(?:[^@/]*@)?(?<host>[^/:]+)(?::\d+)?\/|(?:[^@/:]*@)?(?<short>[^/:]+):(?!\/\/))(?<path>.+)$/;

/** Returns the same for a submodule, by its remote. A remote may contain a password, which no address has. */
function startOfSubmodule(host: Host, folder: string): string | undefined {
  const remote = git(folder, ["remote", "get-url", "origin"]).stdout?.trim() ?? "";
  const { hostname } = new URL(host.server);
  const web = /^https?:/.test(remote) && URL.canParse(remote) ? new URL(remote) : undefined;
  const ssh = web === undefined ? OVER_SSH.exec(remote)?.groups : undefined;
  if ((web?.hostname ?? ssh?.["host"] ?? ssh?.["short"]) !== hostname) return undefined;
  const project = web === undefined ? `${host.server}/${ssh!["path"]}` : `${web.origin}${web.pathname}`;
  return startOfFiles(host, project.replace(/\/*(?:\.git)?\/*$/, ""), currentCommit(folder));
}

/**
 * Returns an address of the web, as URL spells it; undefined for anything else, such as a script, an address with a
 * password, and one whose path ends before the name of the file.
 */
function checked(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const { username, password, search, hash } = url;
  return username + password + search + hash === "" ? url.href : undefined;
}
