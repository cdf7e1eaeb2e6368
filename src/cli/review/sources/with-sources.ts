import { relative, sep } from "node:path";
import { constructPathOf } from "../../declared/stack-configuration";
import type { Diagnostic } from "../../engine/diagnostics";
import { withoutKeys } from "../model/addresses";
import type { ObjectChange, Review, Source } from "../model/review";
import type { LinkTo } from "./links";
import type { StackSources } from "./read-sources";
import { changedLine, type LineAt, promptLines } from "./source-lines";

/** Returns the review with the source of each change. `sources` has those of each stack by its name. */
export function withSources(
  review: Review,
  sources: ReadonlyMap<string, StackSources>,
  linkTo: LinkTo,
): Review {
  const stacks = review.stacks.map((stack) => {
    const own = sources.get(stack.name);
    if (own === undefined) return stack;
    return { ...stack, changes: stack.changes.map((change) => withSource(change, own, linkTo)) };
  });
  return { ...review, stacks };
}

function withSource(change: ObjectChange, sources: StackSources, linkTo: LinkTo): ObjectChange {
  const lineAt = promptLines(change.address, sources);
  const warnings =
    lineAt === undefined ? change.warnings : change.warnings.map((one) => placedIn(one, lineAt));
  return { ...change, source: sourceOf(change, sources, linkTo), warnings };
}

function sourceOf(change: ObjectChange, sources: StackSources, linkTo: LinkTo): Source | null {
  const line = changedLine(change, sources);
  const constructPath = constructPathOf(sources.declared?.get(withoutKeys(change.address)));
  if (line !== undefined)
    return { file: shownPath(line.file), line: line.line, constructPath, url: linkTo(line) };
  return constructPath === null ? null : { file: null, line: null, constructPath, url: null };
}

/** Matches the places at the start of a warning about one text of a prompt. */
const ONE_TEXT = /^In the prompt at (line \d+, column \d+(?:; line \d+, column \d+)*)/;

/** Matches the start of a warning that lists lines of several texts. */
const SEVERAL_TEXTS = /^In the prompt, (?=lines? \d)/;

/** Returns a warning about a prompt that counts the lines of the prompt file, if all its places are in one file. */
function placedIn(warning: Diagnostic, lineAt: LineAt): Diagnostic {
  const { places = [], texts = [] } = warning.prompt ?? {};
  const quotesIn = (text: string) => texts.some((one) => text.includes(one.replace(/…$/, "")));
  const found = places.map(({ line }) => ({ line, source: lineAt(line, quotesIn) }));
  const [file, ...others] = new Set(found.map(({ source }) => source?.file));
  if (file === undefined || others.length > 0) return warning;
  const shown = shownPath(file);
  const { detail } = warning;
  if (found.every(({ line, source }) => line === source!.line)) {
    const placed = detail.replace(ONE_TEXT, (_, where: string) => `In ${shown} at ${where}`);
    return { ...warning, detail: placed.replace(SEVERAL_TEXTS, () => `In ${shown}, `) };
  }
  // A part may begin within a line of the prompt, so its columns may differ.
  const lines = found.map(({ source }) => `line ${source!.line}`).join("; ");
  return { ...warning, detail: detail.replace(ONE_TEXT, () => `In ${shown} at ${lines}`) };
}

/** Returns the path from the working directory, with `/` on every system. */
function shownPath(file: string): string {
  return relative("", file).split(sep).join("/");
}
