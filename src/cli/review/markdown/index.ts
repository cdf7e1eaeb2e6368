import { count } from "../../shared/text";
import type { Review, StackReview, Totals } from "../model/review";
import { isNothingToDo, TOTALS_IN_ORDER } from "../model/totals";
import { consequenceOf, type Danger, dangersOf, isLoss } from "../wording/dangers";
import { titleOf, verbOf } from "../wording/objects";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, ONLY_STATE, reviewSentence } from "../wording/summary";
import { codeSpan } from "./escape";
import { fit, type Piece } from "./fit";
import { kindSpan } from "./object";
import { frame, stackPieces } from "./stack";

/** In UTF-16 code units: the limit of GitHub, the smallest, minus 512 for the caller's own lines. */
export const COMMENT_LIMIT = 65_536 - 512;

/** Returns the review as a comment in GitHub's Markdown, in at most `limit` UTF-16 code units. */
export function renderMarkdown(review: Review, limit = COMMENT_LIMIT): string {
  const pieces = [
    frame(...headings(review)),
    ...dangers(review),
    ...(lacksEngineWarnings(review) ? [frame(`<sub>${NO_ENGINE_WARNINGS}</sub>`)] : []),
    ...review.stacks.flatMap((stack) => stackPieces(stack, review)),
  ];
  return `${fit(pieces, limit - 1)}\n`;
}

/** Returns the heading with the totals of every stack, and without them. */
function headings({ totals, stacks }: Review): [string, ...string[]] {
  const quiet = totals.drift + totals.warning + totals.error === 0 && stacks.every(({ planned }) => planned);
  if (quiet && stacks.every(isNothingToDo)) {
    const names = stacks.map(({ name }) => codeSpan(name)).join(", ");
    const sentence = "**Plan review: no changes**";
    return [`${sentence} in ${names}.`, `${sentence} in ${count(stacks.length, "stack")}.`];
  }
  const [only] = stacks.length === 1 ? stacks : [];
  const of = only === undefined ? "" : ` of ${codeSpan(only.name)}`;
  const title = `## Plan review${of}: ${reviewSentence({ totals, stacks })}`;
  return stacks.length > 1 ? [`${title}\n\n${rollUp(stacks)}`, title] : [title];
}

const COLUMNS = TOTALS_IN_ORDER.filter((name) => name !== "error");

/** Leaves out columns that are empty in every stack. */
function rollUp(stacks: readonly StackReview[]): string {
  const columns = COLUMNS.filter((column) => stacks.some(({ totals }) => totals[column] > 0));
  const cell = (totals: Totals, column: keyof Totals) => (totals[column] === 0 ? "" : String(totals[column]));
  return [
    ["stack", ...columns],
    ["---", ...columns.map(() => "--:")],
    ...stacks.map(({ name, totals, planned, onlyUpdatesState }) => [
      `${tableName(name)}${planned ? "" : " ❌ not planned"}${onlyUpdatesState ? ` ${ONLY_STATE}` : ""}`,
      ...columns.map((column) => cell(totals, column)),
    ]),
  ]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

/** A `|` ends a table cell even within a code span. */
function tableName(name: string): string {
  return codeSpan(name.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}

function dangers({ stacks }: Review): Piece[] {
  const found = dangersOf(stacks);
  if (found.length === 0) return [];
  const lines = found.map((danger) => dangerLine(danger, stacks.length > 1));
  const block = (shown: readonly string[]) =>
    [
      "[!CAUTION]",
      ...shown,
      ...(shown.length < lines.length ? [`- and ${lines.length - shown.length} more`] : []),
    ]
      .map((line) => `> ${line}`)
      .join("\n");
  return [frame(block(lines), block(lines.slice(0, 50)))];
}

function dangerLine({ stack, change, drift }: Danger, isOneOfMany: boolean): string {
  const consequence = consequenceOf(change);
  const notes = [
    ...(consequence === null ? [] : [isLoss(change) ? `**${consequence}**` : consequence]),
    ...(drift === null ? [] : [`**${drift}**`]),
  ];
  const forced = change.forcedBy.map((path) => codeSpan(path)).join(", ");
  return [
    `- ${verbOf(change)} ${kindSpan(change)} ${codeSpan(titleOf(change))}`,
    ...(isOneOfMany ? [` in ${codeSpan(stack.name)}`] : []),
    ...(forced === "" ? [] : [`, forced by ${forced}`]),
    ...(notes.length === 0 ? [] : [`: ${notes.join("; ")}`]),
  ].join("");
}
