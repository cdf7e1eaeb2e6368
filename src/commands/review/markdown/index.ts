import { basename } from "node:path";
import { MARKS } from "../../../render/diff/display";
import { count } from "../../../util/text";
import { acknowledgedTitle, type ReviewDocument } from "../document";
import type { EntryText } from "../document/entries";
import type { Fact } from "../document/facts";
import { codeSpan } from "./code";
import { COMMENT_LIMIT, fit, type Piece } from "./fit";
import {
  acknowledgedPiece,
  bullets,
  entryPiece,
  factLine,
  lossesOf,
  marksOf,
  messagePiece,
  subject,
} from "./pieces";

/** If there are more entries, the harmless ones are folded, so that a reader sees the whole list first. */
const MAX_OPEN = 8;

/**
 * Returns the review as a comment in GitHub's Markdown, in at most `limit` UTF-16 code units, and what it prints about
 * each entry. `whole` is the file of this run that shows everything.
 */
export function printMarkdown(document: ReviewDocument, whole?: string, limit = COMMENT_LIMIT) {
  const { entries, warnings, drift, outputs, acknowledged } = document;
  const above = piecesAbove(document);
  const entryPieces = entries.map((entry) =>
    entryPiece(entry, entry.folds === "never" || (entry.folds !== "always" && entries.length <= MAX_OPEN)),
  );
  const pieces = [
    ...above,
    ...entryPieces,
    ...warnings.map(messagePiece),
    ...titled("Drift", drift),
    ...titled("Outputs", outputs),
    ...(acknowledged.length > 0 ? [acknowledgedPiece(acknowledgedTitle(document), acknowledged)] : []),
  ];
  const { texts, note } = fit(pieces, limit - 1, wholeWords(document, whole));
  const [first, ...others] = texts;
  return {
    text: `${[first, note, ...others].filter((text) => text !== "").join("\n\n")}\n`,
    entries: texts.slice(above.length, above.length + entries.length),
  };
}

function piecesAbove(document: ReviewDocument): Piece[] {
  const { isQuiet, titles, loss, notes, entries, stacks, errors, lacks } = document;
  return [
    { versions: headings(document), importance: 9.5, objects: 0 },
    ...(notes.length > 0 ? [frame(bullets(notes.map(factLine)))] : []),
    ...(titles.length > 0
      ? [frame(`> [!CAUTION]\n> ${titles.map((title) => `${title}.`).join(" ")}${loss && ` **${loss}.**`}`)]
      : []),
    ...(entries.length > 0 ? [tablePiece(entries, stacks.length > 1)] : []),
    ...(stacks.length > 1 && !isQuiet
      ? [{ versions: [stackTable(document), ""], importance: 8, objects: 0 } as const]
      : []),
    ...errors.map(messagePiece),
    ...lacks.map(lackPiece),
    ...(hasMarks(document) ? [frame(`<sub>${MARKS.join(" ")} marks what differs within a line.</sub>`)] : []),
  ];
}

/** Returns a heading or a note as a piece. Only a review of hundreds of stacks leaves it out. */
function frame(...versions: Piece["versions"]): Piece {
  return { versions, importance: 9, objects: 0 };
}

/** Returns where the whole review is. An approval that leaves nothing out covers what only the whole review shows. */
function wholeWords({ isApproval }: ReviewDocument, file: string | undefined): string {
  if (file === undefined) return "The whole review: `cdktf-outreach review --out review.html`.";
  const covers = isApproval ? " The approval also covers what only that file shows." : "";
  return `The whole review is the file ${codeSpan(basename(file))} of this run.${covers}`;
}

function headings({ headline, isQuiet, stacks }: ReviewDocument): [string, ...string[]] {
  const names = stacks.map(({ name }) => codeSpan(name));
  if (!isQuiet) return [`## Plan review${names.length === 1 ? ` of ${names[0]!}` : ""}: ${headline}`];
  const words = `**Plan review: ${headline}**`;
  return [`${words} in ${names.join(", ")}.`, `${words} in ${count(stacks.length, "stack")}.`];
}

function lackPiece(lack: Fact): Piece {
  const callout = (one: Fact) => `> [!WARNING]\n> ${factLine(one)}`;
  return frame(callout(lack), callout({ ...lack, quoted: [] }));
}

function hasMarks({ entries, drift, outputs }: ReviewDocument): boolean {
  return [...entries, ...drift, ...outputs].some(({ attributes }) =>
    attributes.some(({ diff }) => diff?.rows.some(({ kind }) => kind === "changed")),
  );
}

function titled(title: string, entries: readonly EntryText[]): Piece[] {
  if (entries.length === 0) return [];
  return [frame(`#### ${title} (${entries.length})`), ...entries.map((entry) => entryPiece(entry, false))];
}

function stackTable({ stacks, totals }: ReviewDocument): string {
  const columns = totals.map(({ kind }) => kind);
  return tableOf([
    ["stack", ...columns],
    ["---", ...columns.map(() => "--:")],
    ...stacks.map(({ name, state, isFailed, totals: own }) => [
      [cellCode(name), isFailed ? "❌" : "", state ?? ""].filter((part) => part !== "").join(" "),
      ...columns.map((column) => `${own[column] || ""}`),
    ]),
  ]);
}

function tablePiece(entries: readonly EntryText[], isOneOfMany: boolean): Piece {
  const head = ["action", "object", ...(isOneOfMany ? ["stack"] : []), "lines", "lost"];
  const rule = head.map((name) => (name === "lines" ? "--:" : "---"));
  const rows = entries.map((entry) => rowOf(entry, isOneOfMany));
  const table = (most: number) => {
    const left = entries.slice(most).reduce((sum, entry) => sum + objectsOf(entry), 0);
    const more = left === 0 ? [] : [["…", `${left} more below`, ...head.slice(2).map(() => "")]];
    return tableOf([head, rule, ...rows.slice(0, most), ...more]);
  };
  return { versions: [table(Infinity), table(100), table(30), table(10)], importance: 8.5, objects: 0 };
}

function objectsOf({ lists }: EntryText): number {
  return Math.max(1, lists.flatMap(({ own }) => own).length);
}

function rowOf(entry: EntryText, isOneOfMany: boolean): string[] {
  const { verb, isAnnounced, where, lists, lineCount } = entry;
  const stacks = where === null ? lists.map((list) => list.where!) : [where];
  return [
    [isAnnounced ? `**${verb}**` : verb, ...marksOf(entry, cellCode)].join(", "),
    subject(entry, cellCode),
    ...(isOneOfMany ? [stacks.length > 2 ? `${stacks.length} stacks` : stacks.map(cellCode).join(", ")] : []),
    // A no-break space: both numbers stay in one line.
    lineCount.replace(" ", "\u00a0"),
    lossesOf(entry, cellCode),
  ];
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Returns a text for a table cell. A `|` would end the cell even within a code span. */
function cellCode(text: string): string {
  return codeSpan(text.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}
