import { count } from "../../shared/text";
import type { Review, StackReview } from "../model/review";
import { driftBesideChanges, isQuiet, TOTALS_IN_ORDER } from "../model/totals";
import { consequenceOf, type Danger, dangersOf, isDangerous, isLoss } from "../wording/dangers";
import { titleOf, verbOf } from "../wording/objects";
import * as summary from "../wording/summary";
import { MARKS } from "./code-block";
import { codeSpan } from "./escape";
import { fit, type Piece } from "./fit";
import { changePiece, diagnosticPiece, driftPiece, kindSpan, outputPiece } from "./object";

/** GitHub's limit in UTF-16 code units, minus 512 for lines that the caller adds. Other hosts allow more. */
export const COMMENT_LIMIT = 65_536 - 512;

/** If a stack has more changes, they are folded, so that a reader sees the whole list first. */
const MOST_OPEN = 8;

/** The importance of headings and notes, which are shortened last. */
const FRAME = 9;

/** Returns the review as a comment in GitHub's Markdown, in at most `limit` UTF-16 code units. */
export function renderMarkdown(review: Review, limit = COMMENT_LIMIT): string {
  const pieces = [
    { versions: headings(review), importance: FRAME, isObject: false },
    ...dangers(review),
    ...(summary.lacksEngineWarnings(review) ? [frame(`<sub>${summary.NO_ENGINE_WARNINGS}</sub>`)] : []),
    ...review.stacks.flatMap((stack) => stackPieces(stack, review)),
  ];
  return `${fit(pieces, limit - 1)}\n`;
}

/** Returns two versions of the heading: with the totals of every stack, and without them. */
function headings({ totals, stacks }: Review): [string, ...string[]] {
  if (stacks.every(isQuiet)) {
    const names = stacks.map(({ name }) => codeSpan(name)).join(", ");
    const sentence = "**Plan review: no changes**";
    return [`${sentence} in ${names}.`, `${sentence} in ${count(stacks.length, "stack")}.`];
  }
  const [only] = stacks.length === 1 ? stacks : [];
  const of = only === undefined ? "" : ` of ${codeSpan(only.name)}`;
  const title = `## Plan review${of}: ${summary.reviewSentence({ totals, stacks })}`;
  return stacks.length > 1 ? [`${title}\n\n${rollUp(stacks)}`, title] : [title];
}

const COLUMNS = TOTALS_IN_ORDER.filter((name) => name !== "error");

/** Returns a table of the totals, without columns that are empty in every stack. */
function rollUp(stacks: readonly StackReview[]): string {
  const columns = COLUMNS.filter((column) => stacks.some(({ totals }) => totals[column] > 0));
  const rows = stacks.map(({ name, totals, planned, onlyUpdatesState }) => [
    `${tableName(name)}${planned ? "" : " ❌ not planned"}${onlyUpdatesState ? ` ${summary.ONLY_STATE}` : ""}`,
    ...columns.map((column) => totals[column] || ""),
  ]);
  const table = [["stack", ...columns], ["---", ...columns.map(() => "--:")], ...rows];
  return table.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Returns a name for a table cell. A `|` would end the cell even within a code span. */
function tableName(name: string): string {
  return codeSpan(name.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}

function dangers({ stacks }: Review): Piece[] {
  const found = dangersOf(stacks);
  if (found.length === 0) return [];
  const lines = found.map((danger) => dangerLine(danger, stacks.length > 1));
  const shown = lines.slice(0, 50);
  const more = lines.length > shown.length ? [`- and ${lines.length - shown.length} more`] : [];
  const block = (some: readonly string[]) => ["[!CAUTION]", ...some].map((line) => `> ${line}`).join("\n");
  return [frame(block(lines), block([...shown, ...more]))];
}

function dangerLine({ stack, change, drift }: Danger, isOneOfMany: boolean): string {
  const words = consequenceOf(change);
  const notes = [isLoss(change) ? `**${words}**` : words, drift === null ? null : `**${drift}**`];
  const noted = notes.filter((note) => note !== null).join("; ");
  const forced = change.forcedBy.map(codeSpan).join(", ");
  const title = `- ${verbOf(change)} ${kindSpan(change)} ${codeSpan(titleOf(change))}`;
  const where = isOneOfMany ? ` in ${codeSpan(stack.name)}` : "";
  return `${title}${where}${forced && `, forced by ${forced}`}${noted && `: ${noted}`}`;
}

/** Returns a heading or a note as a `Piece`. Only a review of hundreds of stacks leaves it out. */
function frame(text: string, shorter = text): Piece {
  return { versions: [text, shorter, shorter, shorter, shorter, ""], importance: FRAME, isObject: false };
}

function stackPieces(stack: StackReview, review: Review): Piece[] {
  const { name, totals, changes, outputs, diagnostics } = stack;
  if (isQuiet(stack)) return [];
  const drift = driftBesideChanges(stack);
  const title = `### ${codeSpan(name)}: ${summary.reviewSentence({ totals, stacks: [stack] })}`;
  const hasMarks = [...changes, ...drift].some(({ attributes }) =>
    attributes.some(({ diff }) => diff?.rows.some(({ kind }) => kind === "changed")),
  );
  const isOpen = changes.length <= MOST_OPEN;
  return [
    ...(review.stacks.length > 1 ? [frame(title)] : []),
    ...(stack.onlyUpdatesState ? [frame(summary.UPDATES_STATE)] : []),
    ...diagnostics.map(diagnosticPiece),
    ...(hasMarks ? [frame(`<sub>${MARKS.join(" ")} marks what differs within a line.</sub>`)] : []),
    ...changes.map((change) => changePiece(change, isOpen || isDangerous(change))),
    ...(drift.length > 0 ? [frame(`#### Drift (${drift.length})`)] : []),
    ...drift.map(driftPiece),
    ...(outputs.length > 0 ? [frame(`#### Outputs (${outputs.length})`)] : []),
    ...outputs.map(outputPiece),
  ];
}
