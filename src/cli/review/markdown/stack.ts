import type { Diagnostic } from "../../engine/diagnostics";
import type { Action, ObjectChange, Review, StackReview } from "../model/review";
import { driftBesideChanges, isQuiet } from "../model/totals";
import { isDangerous } from "../wording/dangers";
import { reviewSentence, UPDATES_STATE } from "../wording/summary";
import { MARKS } from "./code-block";
import { codeSpan } from "./escape";
import type { Piece } from "./fit";
import {
  changeBlock,
  changeLine,
  diagnosticBlock,
  diagnosticLine,
  driftBlock,
  driftLine,
  outputBlock,
  outputLine,
} from "./object";

/** With more objects, each one is folded, so that a reader sees the list first. */
const MOST_OPEN = 8;

/** The higher, the later it is shortened. */
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

/** Lines of a shortened diff. */
const BRIEF_LINES = 24;

/** Returns a piece of the frame, which is shortened last. */
export function frame(...versions: [string, ...string[]]): Piece {
  return { versions, importance: FRAME, isObject: false };
}

/** Returns the pieces of a stack. */
export function stackPieces(stack: StackReview, review: Review): Piece[] {
  const { name, totals, changes, outputs, diagnostics } = stack;
  if (isQuiet(stack)) return [];
  const drift = driftBesideChanges(stack);
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
    ...changes.map((change) => changePiece(change, isOpen || isDangerous(change))),
    ...(drift.length > 0 ? [frame(`#### Drift (${drift.length})`)] : []),
    ...drift.map((one) => piece(1, (most) => driftBlock(one, most), driftLine(one))),
    ...(outputs.length > 0 ? [frame(`#### Outputs (${outputs.length})`)] : []),
    ...outputs.map((one) => piece(1.5, (most) => outputBlock(one, most), outputLine(one))),
  ];
}

function changePiece(change: ObjectChange, isOpen: boolean): Piece {
  const importance = IMPORTANCE[change.action] + (change.warnings.length > 0 ? 0.5 : 0);
  return piece(importance, (most) => changeBlock(change, isOpen, most), changeLine(change));
}

function diagnosticPiece(diagnostic: Diagnostic): Piece {
  const [block, line] = [diagnosticBlock(diagnostic), diagnosticLine(diagnostic)];
  if (diagnostic.severity === "warning") return piece(5.5, () => block, line);
  // The reason of a failure is shortened last.
  return { versions: [block, block, block, line, ""], importance: ERROR, isObject: true };
}

function piece(importance: number, block: (mostLines?: number) => string, line: string): Piece {
  return { versions: [block(), block(BRIEF_LINES), line, ""], importance, isObject: true };
}
