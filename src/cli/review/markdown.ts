import { consequenceOf, dangersOf, dangerTitle, isDangerous, isLoss, type Danger } from "./danger-words";
import type { Action, Diagnostic, ObjectChange, Review, StackReview, Totals } from "./model";
import { isNothingToDo, isQuiet, TOTALS_IN_ORDER } from "./totals";
import {
  ACTION_HEADINGS,
  count,
  driftVerb,
  lacksEngineWarnings,
  NO_ENGINE_WARNINGS,
  ONLY_STATE,
  reviewSentence,
  titleOf,
  UPDATES_STATE,
  verbOf,
} from "./wording";
import { MARKS } from "./markdown/diff";
import { codeSpan } from "./markdown/escape";
import { fit, type Piece } from "./markdown/fit";
import {
  changeBlock,
  diagnosticBlock,
  diagnosticLine,
  driftBlock,
  kindSpan,
  objectLine,
  outputBlock,
  outputLine,
} from "./markdown/object";

/** What a comment on GitHub may have, the smallest limit of the common code hosts, less room for a line of the caller's. */
export const COMMENT_LIMIT = 65_536 - 512;

/** More objects than this are folded each, so that a reader sees what there is before how it looks. */
const MOST_OPEN = 8;
/** What is shortened last. */
const IMPORTANCE: Readonly<Record<Action, number>> = {
  delete: 6,
  replace: 6,
  forget: 5,
  update: 4,
  create: 3,
  none: 2,
};
const ERROR = 8;
const FRAME = 9;
/** Of a diff, where all of it does not fit. */
const BRIEF_LINES = 24;

/** A comment for a pull request, in GitHub's Markdown and at most `limit` UTF-16 code units long. */
export function renderMarkdown(review: Review, limit = COMMENT_LIMIT): string {
  const pieces = [
    frame(...headings(review)),
    ...dangers(review),
    ...(lacksEngineWarnings(review) ? [frame(`<sub>${NO_ENGINE_WARNINGS}</sub>`)] : []),
    ...review.stacks.flatMap((stack) => stackPieces(stack, review)),
  ];
  return `${fit(pieces, limit - 1)}\n`;
}

function frame(...versions: [string, ...string[]]): Piece {
  return { versions, importance: FRAME, isObject: false };
}

/** With the totals of every stack, and without. */
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

/** Columns that are empty in every stack are left out. */
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

/** In a table even a code span is cut at a `|`. */
function tableName(name: string): string {
  return codeSpan(name.replaceAll("\\", "⧵").replaceAll("|", "¦"));
}

function dangers({ stacks }: Review): Piece[] {
  const found = dangersOf(stacks);
  if (found.length === 0) return [];
  const lines = found.map((danger) => dangerLine(danger, stacks.length > 1));
  const title = dangerTitle(found.map(({ change }) => change));
  const block = (shown: readonly string[]) =>
    [
      "[!CAUTION]",
      `**${title}.**`,
      ...shown,
      ...(shown.length < lines.length ? [`- and ${lines.length - shown.length} more`] : []),
    ]
      .map((line) => `> ${line}`)
      .join("\n");
  return [frame(block(lines), block(lines.slice(0, 50)))];
}

function dangerLine({ stack, change, outside }: Danger, isOneOfMany: boolean): string {
  const consequence = consequenceOf(change);
  const notes = [
    ...(consequence === null ? [] : [isLoss(change) ? `**${consequence}**` : consequence]),
    ...(outside === null ? [] : [`**${outside}**`]),
  ];
  const forced = change.forcedBy.map((path) => codeSpan(path)).join(", ");
  return [
    `- ${verbOf(change)} ${kindSpan(change)} ${codeSpan(titleOf(change))}`,
    ...(isOneOfMany ? [` in ${codeSpan(stack.name)}`] : []),
    ...(forced === "" ? [] : [`, forced by ${forced}`]),
    ...(notes.length === 0 ? [] : [`: ${notes.join("; ")}`]),
  ].join("");
}

function stackPieces(stack: StackReview, review: Review): Piece[] {
  const { name, totals, changes, drift, outputs, diagnostics } = stack;
  if (isQuiet(stack)) return [];
  const title =
    review.stacks.length > 1
      ? [frame(`### ${codeSpan(name)}: ${reviewSentence({ totals, stacks: [stack] })}`)]
      : [];
  const hasMarks = [...changes, ...drift].some(({ attributes }) =>
    attributes.some(({ diff }) => diff?.rows.some(({ kind }) => kind === "changed")),
  );
  const isOpen = changes.length <= MOST_OPEN;
  return [
    ...title,
    ...(stack.onlyUpdatesState ? [frame(UPDATES_STATE)] : []),
    ...diagnostics.map(diagnosticPiece),
    ...(hasMarks ? [frame(`<sub>${MARKS.join(" ")} marks what differs within a line.</sub>`)] : []),
    ...changes.flatMap((change, i) => [
      ...(change.action === changes[i - 1]?.action ? [] : [groupHeading(change, changes)]),
      changePiece(change, isOpen || isDangerous(change)),
    ]),
    ...(drift.length > 0 ? [frame(`#### Changed outside of Terraform (${drift.length})`)] : []),
    ...drift.map((one) => piece(1, (most) => driftBlock(one, most), objectLine(driftVerb(one), one))),
    ...(outputs.length > 0 ? [frame(`#### Outputs (${outputs.length})`)] : []),
    ...outputs.map((one) => piece(1.5, (most) => outputBlock(one, most), outputLine(one))),
  ];
}

function groupHeading({ action }: ObjectChange, changes: readonly ObjectChange[]): Piece {
  return frame(
    `#### ${ACTION_HEADINGS[action]} (${changes.filter((other) => other.action === action).length})`,
  );
}

function changePiece(change: ObjectChange, isOpen: boolean): Piece {
  const importance = IMPORTANCE[change.action] + (change.warnings.length > 0 ? 0.5 : 0);
  const line = objectLine(verbOf(change), change);
  return piece(importance, (most) => changeBlock(change, isOpen, most), line);
}

function diagnosticPiece(diagnostic: Diagnostic): Piece {
  const [block, line] = [diagnosticBlock(diagnostic), diagnosticLine(diagnostic)];
  if (diagnostic.severity === "warning") return piece(5.5, () => block, line);
  // Whatever else there is goes before the reason of a failure does.
  return { versions: [block, block, block, line, ""], importance: ERROR, isObject: true };
}

function piece(importance: number, block: (mostLines?: number) => string, line: string): Piece {
  return { versions: [block(), block(BRIEF_LINES), line, ""], importance, isObject: true };
}
