import type { DiffSpan, TextDiff } from "../model";
import { foldRows } from "../diff/fold";
import { shownDiff } from "../diff/last-line";
import { linesOf, type UnifiedLine } from "../diff/unified";
import { wrapSpans } from "../wrap";
import { count, NO_LINE_BREAK } from "../wording";
import { fenced } from "./escape";

/** What fits beside each other in a comment; a block of code does not wrap by itself. */
export const WIDTH = 96;
const SIGNS = { same: " ", removed: "-", added: "+" } as const;
/** Around what differs within a line: a block of code can have no markup of its own. */
export const MARKS = ["⟦", "⟧"] as const;

/** More lines than these fit into no comment, so that nobody needs to lay them out. */
const MOST_LINES = 22_000;

/** The diff as a fenced block that code hosts colour; what comes after so many lines is counted. */
export function diffBlock(diff: TextDiff, most = MOST_LINES): string {
  const { rows, unended } = shownDiff(diff);
  const parts = foldRows(rows);
  const lines: string[] = [];
  for (const [index, part] of parts.entries()) {
    const next = linesOf(part, unended).flatMap(printed);
    if (lines.length + next.length > most) {
      const left = parts
        .slice(index)
        .reduce((sum, one) => sum + (one.kind === "folded" ? one.rows.length : 1), 0);
      // A single long line is cut in its middle rather than left out.
      lines.push(
        ...next.slice(0, most - lines.length),
        `@@ left out here: ${count(left, "line")} or parts of them @@`,
      );
      break;
    }
    lines.push(...next);
  }
  return fenced(lines, "diff");
}

function printed(line: UnifiedLine): string[] {
  if (line.kind === "folded") return [`@@ ${count(line.count, "unchanged line")} @@`];
  if (line.kind === "unended") return [`\\ ${NO_LINE_BREAK}`];
  return wrapSpans(line.spans, WIDTH).map(
    (piece, i) => `${SIGNS[line.kind]} ${i === 0 ? "" : "  ↪ "}${piece.map(markedText).join("")}`,
  );
}

function markedText({ text, marked }: DiffSpan): string {
  return marked ? `${MARKS[0]}${text}${MARKS[1]}` : text;
}
