import { relative, sep } from "node:path";
import { withoutKeys } from "../model/addresses";
import type { ObjectChange, Review, Source } from "../model/review";
import type { LinkTo } from "./links";
import { placedIn } from "./prompt-places";
import type { StackSources } from "./read-sources";
import { changedLine, promptLines } from "./source-lines";

/** Returns the review with the source of each change. `sources` has those of each stack by its name. */
export function withSources(
  review: Review,
  sources: ReadonlyMap<string, StackSources>,
  linkTo: LinkTo,
): Review {
  const stacks = review.stacks.map((stack) => {
    const own = sources.get(stack.name);
    return own === undefined
      ? stack
      : { ...stack, changes: stack.changes.map((change) => withSource(change, own, linkTo)) };
  });
  return { ...review, stacks };
}

function withSource(change: ObjectChange, sources: StackSources, linkTo: LinkTo): ObjectChange {
  const lineAt = promptLines(change.address, sources);
  return {
    ...change,
    source: sourceOf(change, sources, linkTo),
    warnings:
      lineAt === undefined ? change.warnings : change.warnings.map((one) => placedIn(one, lineAt, shownPath)),
  };
}

function sourceOf(change: ObjectChange, sources: StackSources, linkTo: LinkTo): Source | null {
  const line = changedLine(change, sources);
  const constructPath = sources.constructPaths.get(withoutKeys(change.address)) ?? null;
  if (line !== undefined)
    return { file: shownPath(line.file), line: line.line, constructPath, url: linkTo(line) };
  return constructPath === null ? null : { file: null, line: null, constructPath, url: null };
}

/** Returns the path from the working directory, with `/` on every system. */
function shownPath(file: string): string {
  return relative("", file).split(sep).join("/");
}
