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
import { commitOfRun, git, repositoryOf } from "../../placing/records";
import { isInside, realPath } from "../../util/files/read-file";
import { groupBy } from "../../util/lists";

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
 * a submodule has none, because the variables name only the repository around it.
 */
export function linksIn(env: NodeJS.ProcessEnv, commit: string | null): LinkTo {
  const host = hostIn(env);
  const root = host && repositoryOf(realPath(process.cwd()));
  const start = host && startOf(host, commit ?? commitOfRun(env));
  if (root === undefined || start === undefined || isSubmodule(root)) return () => null;
  return ({ file, line }) => {
    const path = realPath(file);
    if (!isInside(root, path) || repositoryOf(dirname(path)) !== root) return null;
    const within = relative(root, path).split(sep).map(encodeURIComponent).join("/");
    return `${start}/${within}${RENDERED.test(path) ? "?plain=1" : ""}#L${line}`;
  };
}

function isSubmodule(folder: string): boolean {
  return Boolean(git(folder, ["rev-parse", "--show-superproject-working-tree"]).stdout?.trim());
}

/** Returns the address before the commit of a link, as the variables of a CI job give it. */
function hostIn(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  if (server && repository)
    return /^[\w.-]+\/[\w.-]+$/.test(repository) ? `${server}/${repository}/blob/` : undefined;
  return project ? `${project}/-/blob/` : undefined;
}

/**
 * Returns the start of an address of the web, as URL spells it; undefined for anything else, such as a script, an address
 * with a password, and one whose path ends before the name of the file.
 */
function startOf(host: string, commit: string | undefined): string | undefined {
  const sha = commit?.replace(/-dirty$/, "") ?? "";
  if (!/^[0-9a-f]+$/.test(sha) || !URL.canParse(host + sha)) return undefined;
  const { href, protocol, username, password, search, hash } = new URL(host + sha);
  return /^https?:$/.test(protocol) && username + password + search + hash === "" ? href : undefined;
}
