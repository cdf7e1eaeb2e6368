import { relative, sep } from "node:path";
import { constructPathOf } from "../../../estate/declared/stack-configuration";
import type { Diagnostic } from "../../../estate/engine/diagnostics";
import { withoutKeys } from "../model/addresses";
import type { ObjectChange, Review, Source } from "../model/review";
import type { LinkTo } from "./links";
import type { StackSources } from "./read-sources";
import type { TextDiff } from "../../../render/diff/rows";
import type { FileLine } from "../../../estate/hcl/outline";
import { textOf } from "../model/edits";

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

/**
 * Returns where a line of a prompt stands; undefined if that is in no prompt file, or not certain. Of a composed prompt,
 * a line of a file counts only if `isShown` accepts its text: the line may also contain other text, and a reference may
 * have become several lines.
 */
type LineAt = (line: number, isShown: (text: string) => boolean) => FileLine | undefined;

/** Returns where the lines of a resource's prompt stand; undefined if no prompt file is known. */
function promptLines(address: string, { files, composed, textAt }: StackSources): LineAt | undefined {
  const resource = withoutKeys(address);
  const file = files.get(resource);
  if (file !== undefined) return (line) => ({ file, line });
  const found = composed.get(resource) ?? [];
  if (found.length === 0) return undefined;
  return (line, isShown) => {
    const [place, another] = found
      .filter((part) => line >= part.line && line < part.line + part.lines)
      .map((part) => ({ file: part.file, line: part.fileLine + line - part.line }))
      .filter((one) => isShown(textAt(one) ?? ""));
    return another === undefined ? place : undefined;
  };
}

/**
 * Returns the line that a change edits: of the prompt file, or of the resource in plain HCL. Undefined for a change
 * whose place is not known, and for an object that has left the code.
 */
export function changedLine(change: ObjectChange, sources: StackSources): FileLine | undefined {
  const { action, address, attributes } = change;
  if (action === "delete" || action === "forget") return undefined;
  const prompt = attributes.find(({ path }) => path === "prompt");
  const lineAt = prompt === undefined ? undefined : promptLines(address, sources);
  if (lineAt !== undefined) {
    // The change of a sensitive prompt has no diff.
    const lines = prompt!.diff === null ? [1] : changedLines(prompt!.diff);
    const texts = new Map(
      prompt!.diff?.rows.flatMap((row) =>
        row.kind === "removed" ? [] : [[row.after.number, textOf(row.after)] as const],
      ),
    );
    const found = lines
      .map((line) => lineAt(line, (text) => text.trim() === texts.get(line)?.trim()))
      .find((line) => line !== undefined);
    if (found !== undefined) return found;
  }
  return sources.blocks.get(withoutKeys(address));
}

/** Returns the lines of the new text that a diff changes. For a removed line, these are the lines around it. */
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
