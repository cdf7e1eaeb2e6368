import { dirname, relative, sep } from "node:path";
import {
  constructPathOf,
  readStackConfiguration,
  type StackConfiguration,
} from "../../estate/declared/stack-configuration";
import { withoutKeys } from "./model/objects";
import type { ObjectChange, Review, Source } from "./model/review";
import type { TextDiff } from "../../render/diff/rows";
import { type FileLine, resourceBlocks } from "../../estate/hcl/outline";
import type { Stack } from "../../estate/engine/stacks";
import { commitOfRun, git, type PromptUse, repositoryOf } from "../../placing/records";
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
  const file = relative("", line.file).split(sep).join("/");
  return { file, line: line.line, constructPath, url: linkTo(line) };
}

/** Returns undefined if the place of the change is unknown, or if the object has left the code. */
function changedLine({ action, attributes, address }: ObjectChange, sources: StackSources) {
  if (action === "delete" || action === "forget") return undefined;
  const resource = withoutKeys(address);
  const prompt = attributes.find(({ path }) => path === "prompt");
  const uses = prompt === undefined ? [] : (sources.uses.get(resource) ?? []);
  // A sensitive prompt has no diff, so the first line stands for its change.
  for (const line of prompt?.diff ? changedLines(prompt.diff) : [1])
    for (const { is, part, file } of uses) {
      if (is === "whole") return { file, line };
      const within = part === undefined ? -1 : line - part.line;
      if (part !== undefined && prompt?.diff && within >= 0 && within < part.lines)
        return { file, line: part.fileLine + within };
    }
  return sources.blocks.get(resource);
}

/** For a removed line, returns the lines next to it. */
function changedLines({ rows, after }: TextDiff): number[] {
  const found: number[] = [];
  let next = 1;
  for (const row of rows) {
    if (row.kind === "removed") found.push(Math.min(next, Math.max(after?.lines ?? 1, 1)), next - 1);
    else next = row.after.number + 1;
    if (row.kind === "changed" || row.kind === "added") found.push(row.after.number);
  }
  return found;
}

export interface StackSources {
  readonly uses: ReadonlyMap<string, readonly PromptUse[]>;
  readonly declared: StackConfiguration["declared"] | undefined;
  readonly blocks: ReadonlyMap<string, FileLine>;
}

/**
 * Leaves out what cannot be read, for example if the HCL parser is missing. A review does not need the
 * sources.
 */
export async function readSources(stack: Stack, signal: AbortSignal): Promise<StackSources> {
  const blocks = resourceBlocks(stack);
  try {
    const { uses, declared } = await readStackConfiguration(stack, signal);
    return { uses: groupBy(uses, ({ place }) => place), declared, blocks };
  } catch {
    return { uses: new Map(), declared: undefined, blocks };
  }
}

/** Returns null for a file outside of the repository. */
type LinkTo = (line: FileLine) => string | null;

/** CI variables only name the outer repository, so lines of a submodule get no link. */
export function linksIn(env: NodeJS.ProcessEnv, commit: string | null): LinkTo {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project = "" } = env;
  const host = server && repository ? `${server}/${repository}/blob` : `${project}/-/blob`;
  const sha = commit?.replace(/-dirty$/, "") ?? commitOfRun(env);
  const root = repositoryOf(realPath(process.cwd()));
  // The address becomes part of links, so it must be plain: no script, password or query.
  const isPlain = /^https?:\/\/[\w./:~-]+$/.test(host);
  if (root === undefined || sha === undefined || !isPlain || isSubmodule(root)) return () => null;
  return ({ file, line }) => {
    const path = realPath(file);
    if (!isInside(root, path) || repositoryOf(dirname(path)) !== root) return null;
    const within = relative(root, path).split(sep).map(encodeURIComponent).join("/");
    // Without `plain`, a code host renders Markdown, and the rendered page has no lines.
    return `${host}/${sha}/${within}?plain=1#L${line}`;
  };
}

function isSubmodule(folder: string): boolean {
  return Boolean(git(folder, ["rev-parse", "--show-superproject-working-tree"]).stdout?.trim());
}
