import { basename } from "node:path";
import { acknowledgedTitle, type ReviewDocument } from "../document";
import type { EntryText } from "../document/entries";
import type { Fact } from "../document/facts";
import { codeSpan } from "./code";
import { withExtras } from "./extras";
import { COMMENT_LIMIT, costOf, fit, type Piece } from "./fit";
import { bullets, entryPiece, factLine, marksOf, messagePiece, subject } from "./pieces";

/** A review with more entries folds its harmless entries, so that readers see the whole list first. */
const MAX_OPEN = 8;

/**
 * `limit` is in UTF-16 code units. Also returns how many objects of each entry the comment shows with all
 * their changes. `whole`: the file of this run that shows everything.
 */
export function printMarkdown(document: ReviewDocument, whole?: string, limit = COMMENT_LIMIT) {
  const { entries, warnings, drift, outputs, acknowledged } = document;
  const above = piecesAbove(document);
  const entryPieces = entries.map((entry) => entryPiece(entry, !entry.isMinor || entries.length <= MAX_OPEN));
  const pieces = [
    ...above,
    ...entryPieces,
    ...warnings.map(messagePiece),
    ...titled("Drift", drift),
    ...titled("Outputs", outputs),
    ...(acknowledged.length > 0 ? [frame(`#### ${acknowledgedTitle(document)}`)] : []),
    ...acknowledged.map(messagePiece),
  ];
  const { texts, levels, note } = fit(pieces, limit - 1, wholeWords(document, whole));
  const length = [note, ...texts].reduce((sum, text) => sum + costOf(text), 0);
  // A comment that shortens changes has no room for findings and previews.
  const room = note === "" ? limit - 1 - length : 0;
  const from = above.length;
  const filled = withExtras(document, texts.slice(from, from + entries.length), room);
  const [first, ...others] = texts.toSpliced(from, entries.length, ...filled.texts);
  return {
    text: `${[first, note, ...others, ...filled.others, filled.note].filter((text) => text !== "").join("\n\n")}\n`,
    shown: entryPieces.map(({ shown }, i) => shown[levels[from + i]!] ?? 0),
  };
}

function piecesAbove(document: ReviewDocument): Piece[] {
  const { title, notes, entries, stacks, errors, lacks } = document;
  return [
    frame(heading(document)),
    ...(notes.length > 0 ? [frame(bullets(notes.map(factLine)))] : []),
    ...(title === "" ? [] : [frame(`> [!CAUTION]\n> ${title}.`)]),
    ...(entries.length > 0 ? [tablePiece(entries, stacks.length > 1)] : []),
    ...(stacks.length > 1 ? [frame(stackTable(document))] : []),
    ...errors.map(messagePiece),
    ...lacks.map(lackPiece),
  ];
}

/** Only a review of hundreds of stacks leaves a heading or note out. */
function frame(...versions: Piece["versions"]): Piece {
  return { versions, objects: 0 };
}

/** An approval also covers changes that only the whole review shows. */
function wholeWords({ isApproval }: ReviewDocument, file: string | undefined): string {
  if (file === undefined) return "The whole review: `cdktf-outreach review --out review.html`.";
  const covers = isApproval ? " The approval also covers what only that file shows." : "";
  return `The whole review is the file ${codeSpan(basename(file))} of this run.${covers}`;
}

function heading({ headline, stacks }: ReviewDocument): string {
  const [stack, ...others] = stacks;
  return `## Plan review${stack === undefined || others.length > 0 ? "" : ` of ${codeSpan(stack.name)}`}: ${headline}`;
}

function lackPiece(lack: Fact): Piece {
  const callout = (one: Fact) => `> [!WARNING]\n> ${factLine(one)}`;
  return frame(callout(lack), callout({ ...lack, quoted: [] }));
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
  const head = ["action", "object", ...(isOneOfMany ? ["stack"] : []), "lines"];
  const rule = head.map((name) => (name === "lines" ? "--:" : "---"));
  const rows = entries.map((entry) => rowOf(entry, isOneOfMany));
  const table = (most: number) => {
    const left = entries.slice(most).flatMap(({ objects }) => objects).length;
    const more = left === 0 ? [] : [["…", `${left} more below`, ...head.slice(2).map(() => "")]];
    return tableOf([head, rule, ...rows.slice(0, most), ...more]);
  };
  return frame(table(Infinity), table(30), table(10));
}

function rowOf(entry: EntryText, isOneOfMany: boolean): string[] {
  const { verb, isAnnounced, stacks, lineCount } = entry;
  return [
    [isAnnounced ? `**${verb}**` : verb, ...marksOf(entry, cellCode)].join(", "),
    subject(entry, cellCode),
    ...(isOneOfMany ? [stacks.length > 2 ? `${stacks.length} stacks` : stacks.map(cellCode).join(", ")] : []),
    lineCount.replace(" ", "\u00a0"),
  ];
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** In a table cell, a `|` would end the cell even inside a code span. */
function cellCode(text: string): string {
  return codeSpan(text.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}
