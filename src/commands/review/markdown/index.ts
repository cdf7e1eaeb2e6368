import * as summary from "../wording/summary";
import { basename } from "node:path";
import { count, sentence } from "../../../util/text";
import { driftWords } from "../model/object-changes";
import { HARMLESS, LOUD, type Review, type StackReview } from "../model/review";
import type { Entry } from "../model/groups";
import { driftBesideChanges, isQuiet, TOTALS_IN_ORDER } from "../model/totals";
import { approvalFacts } from "../wording/approval";
import { baseFacts, headlineOf, originWords } from "../wording/base";
import { type Contents, contentsOf, inStack } from "../wording/contents";
import { consequenceOf, isAnnounced, isLoss, lossesOf, titlesOf } from "../wording/dangers";
import { lineWords, lostEditOf } from "../wording/entries";
import { type Fact, titleOf } from "../wording/objects";
import { verbOfEntry } from "../wording/pairs";
import { attributeFact, changePiece } from "./attribute";
import { MARKS } from "./code-block";
import { acknowledgedPiece, entryPiece, factLine, messagePiece, plural } from "./entry";
import { codeSpan } from "./escape";
import { COMMENT_LIMIT, fit, frame, type Piece } from "./fit";
import { bullets, details, identityFact, kindSpan, objectLine, summaryOf } from "./identity";
import type { Document } from "./shown";

/** If there are more entries, the harmless ones are folded, so that a reader sees the whole list first. */
const MAX_OPEN = 8;

interface Options {
  readonly limit?: number;
  /** The file of this run that shows everything. Default: there is none. */
  readonly whole?: string | undefined;
}

export function renderMarkdown(review: Review, limit?: number): string {
  return printMarkdown(review, { limit }).text;
}

/** Returns the review as a comment in GitHub's Markdown, in at most `limit` UTF-16 code units. */
export function printMarkdown(review: Review, { limit = COMMENT_LIMIT, whole }: Options): Document {
  const { stacks } = review;
  const { isOneOfMany, entries, errors, warnings, lacks, drift, outputs, acknowledged } = contentsOf(review);
  const above: Piece[] = [
    { versions: headings(review), importance: 9.5, objects: 0 },
    ...noted(approvalFacts(review)),
    ...noted(baseFacts(review)),
    ...caution(review, entries),
    ...(entries.length > 0 ? [tablePiece(entries, isOneOfMany)] : []),
    ...(isOneOfMany && !stacks.every(isQuiet)
      ? [{ versions: [rollUp(stacks), ""], importance: 8, objects: 0 } as const]
      : []),
    ...(summary.lacksEngineWarnings(review) ? [frame(`<sub>${summary.NO_ENGINE_WARNINGS}</sub>`)] : []),
    ...(!isOneOfMany && stacks[0]?.onlyUpdatesState === true ? [frame(summary.UPDATES_STATE)] : []),
    ...errors.map(messagePiece),
    ...lacks.map(lackPiece),
    ...(hasMarks(stacks) ? [frame(`<sub>${MARKS.join(" ")} marks what differs within a line.</sub>`)] : []),
  ];
  const pieces = [
    ...above,
    ...entries.map((entry) => entryPiece(entry, isOneOfMany, isOpen(entry, entries.length))),
    ...warnings.map(messagePiece),
    ...titled("Drift", drift.map(driftPiece)),
    ...titled("Outputs", outputs.map(outputPiece)),
    ...(acknowledged.length > 0 ? [acknowledgedPiece(acknowledged)] : []),
  ];
  const { texts, note } = fit(pieces, limit - 1, wholeWords(review, whole));
  const [first, ...others] = texts;
  return {
    text: `${[first, note, ...others].filter((text) => text !== "").join("\n\n")}\n`,
    entries: texts.slice(above.length, above.length + entries.length),
  };
}

/** Returns where the whole review is. An approval that leaves nothing out covers what only the whole review shows. */
function wholeWords({ approvalExceptions }: Review, file: string | undefined): string {
  if (file === undefined) return "The whole review: `cdktf-outreach review --out review.html`.";
  const covers = approvalExceptions === null ? "" : " The approval also covers what only that file shows.";
  return `The whole review is the file ${codeSpan(basename(file))} of this run.${covers}`;
}

function noted(facts: readonly Fact[]): Piece[] {
  return facts.length === 0 ? [] : [frame(bullets(facts.map(factLine)))];
}

function isOpen(entry: Entry, entries: number): boolean {
  const { danger, change } = entry;
  if (change.origin === "base" && !isAnnounced(entry)) return false;
  return entries <= MAX_OPEN || !HARMLESS.has(danger);
}

function headings(review: Review): [string, ...string[]] {
  const { stacks } = review;
  if (stacks.every(isQuiet)) {
    const names = stacks.map(({ name }) => codeSpan(name)).join(", ");
    const sentence = `**Plan review: ${headlineOf(review)}**`;
    return [`${sentence} in ${names}.`, `${sentence} in ${count(stacks.length, "stack")}.`];
  }
  const [only] = stacks.length === 1 ? stacks : [];
  const of = only === undefined ? "" : ` of ${codeSpan(only.name)}`;
  return [`## Plan review${of}: ${headlineOf(review)}`];
}

const COLUMNS = TOTALS_IN_ORDER.filter((name) => name !== "error");

/** Returns a table of the totals, without columns that are empty in every stack. */
function rollUp(stacks: readonly StackReview[]): string {
  const columns = COLUMNS.filter((column) => stacks.some(({ totals }) => totals[column] > 0));
  const rows = stacks.map(({ name, totals, planned, notReviewed, onlyUpdatesState }) => [
    `${cellCode(name)}${planned ? "" : notReviewed === null ? " ❌ not planned" : " ❌ plan failed"}${onlyUpdatesState ? ` ${summary.ONLY_STATE}` : ""}`,
    ...columns.map((column) => totals[column] || ""),
  ]);
  const table = [["stack", ...columns], ["---", ...columns.map(() => "--:")], ...rows];
  return table.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Returns a block that says what the plan deletes and what the objects lose. */
function caution({ stacks }: Review, entries: readonly Entry[]): Piece[] {
  const titles = titlesOf(entries, { stacks });
  if (titles.length === 0) return [];
  const losses = entries.flatMap(({ change }) => (isLoss(change) ? consequenceOf(change)! : []));
  const [first, ...others] = losses;
  const more = others.length === 0 ? "" : `, and ${count(others.length, "other cluster")} in use`;
  const loss = first === undefined ? "" : ` **${sentence(`${first}${more}`)}**`;
  return [frame(`> [!CAUTION]\n> ${titles.map((title) => `${title}.`).join(" ")}${loss}`)];
}

function lackPiece({ one: { words, names, more }, where }: Contents["lacks"][number]): Piece {
  const title = `> [!WARNING]\n> ${where === null ? "" : `${codeSpan(where)}: `}${words}`;
  const list = [...names.map(codeSpan), ...more].map((one) => `> - ${one}`);
  return frame([title, ...(list.length === 0 ? [] : [">", ...list])].join("\n"), title);
}

function hasMarks(stacks: readonly StackReview[]): boolean {
  return stacks
    .flatMap((stack) => [
      ...stack.changes,
      ...stack.changes.map((change) => ({ attributes: lostEditOf(change) })),
      ...driftBesideChanges(stack),
    ])
    .some(({ attributes }) =>
      attributes.some(({ diff }) => diff?.rows.some(({ kind }) => kind === "changed")),
    );
}

function titled(title: string, pieces: readonly Piece[]): readonly Piece[] {
  return pieces.length === 0 ? [] : [frame(`#### ${title} (${pieces.length})`), ...pieces];
}

/** Numbers of rows of the shorter tables. The last one stays until the details of the entries are left out. */
const SHORTER = [100, 30, 10, 10, 10] as const;

/** Returns a table with a row for each entry, the most dangerous first. */
export function tablePiece(entries: readonly Entry[], isOneOfMany: boolean): Piece {
  const rows = entries.map((entry) => rowOf(entry, isOneOfMany));
  const head = ["action", "object", ...(isOneOfMany ? ["stack"] : []), "lines", "lost"];
  const table = (most: number) => {
    const left = entries.slice(most).reduce((sum, { members }) => sum + members.length, 0);
    const more = left === 0 ? [] : [["…", `${left} more below`, ...head.slice(2).map(() => "")]];
    const all = [
      head,
      head.map((name) => (name === "lines" ? "--:" : "---")),
      ...rows.slice(0, most),
      ...more,
    ];
    return all.map((row) => `| ${row.join(" | ")} |`).join("\n");
  };
  return { versions: [table(Infinity), ...SHORTER.map(table), ""], importance: 8.5, objects: 0 };
}

function rowOf(entry: Entry, isOneOfMany: boolean): string[] {
  const { change, members, danger, lines } = entry;
  const own = verbOfEntry(entry);
  const { words, placeholders } = lossesOf(change);
  const verb = LOUD.has(danger) ? `**${own}**` : own;
  const forced = change.forcedBy.map(cellCode).join(", ");
  const marks = [
    forced && `forced by ${forced}`,
    change.warnings.length > 0 ? "⚠️" : "",
    danger === "outlier" ? "unlike the others" : "",
    originWords(change) ?? "",
  ];
  const object =
    members.length === 1 ? `${kindSpan(change)} ${cellCode(titleOf(change))}` : plural(entry, cellCode);
  return [
    [verb, ...marks].filter((part) => part !== "").join(", "),
    object,
    ...(isOneOfMany ? [stacksOf(entry)] : []),
    // A no-break space: both numbers stay in one line.
    lineWords(lines).replace(" ", "\u00a0"),
    [...words.map((one) => `**${one}**`), placeholders.map(cellCode).join(", ")].filter(Boolean).join("; "),
  ];
}

function stacksOf({ members }: Entry): string {
  const names = [...new Set(members.map(({ stack }) => stack.name))];
  return names.length > 2 ? `${names.length} stacks` : names.map(cellCode).join(", ");
}

/** Returns a text for a table cell. A `|` would end the cell even within a code span. */
export function cellCode(text: string): string {
  return codeSpan(text.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}

export function driftPiece({ one: drift, where }: Contents["drift"][number]): Piece {
  const { attributes } = drift;
  const facts = [
    `${identityFact(drift)}${inStack(where, codeSpan)}`,
    sentence(driftWords(drift)),
    ...attributes.map((attribute) => attributeFact(attribute, drift)),
  ];
  return changePiece(1, 1, {
    attributes,
    block: (diffs) => details(summaryOf("drift", drift), [facts, diffs], false),
    line: objectLine("drift", drift),
  });
}

export function outputPiece({ one: output, where }: Contents["outputs"][number]): Piece {
  const { name, action } = output;
  const line = `- ${action} output ${codeSpan(name)}${inStack(where, codeSpan)}`;
  const attributes = output.attributes.map((attribute) => ({
    ...attribute,
    path: `${name}${/^(?:\[|$)/.test(attribute.path) ? "" : "."}${attribute.path}`,
  }));
  const facts = attributes.map(
    (attribute) => `${action} ${attributeFact(attribute, output)}${inStack(where, codeSpan)}`,
  );
  return changePiece(1.5, 1, {
    attributes,
    // An output that only loses an attribute with the value null has no change to list.
    block: (diffs) => (facts.length === 0 ? line : [bullets(facts), ...diffs].join("\n\n")),
    line,
  });
}
