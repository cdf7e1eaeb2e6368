import type { DiffSpan, TextDiff } from "../model";
import { unifiedLines, type UnifiedLine } from "../diff/unified";
import { wrapSpans } from "../wrap";
import { count } from "../wording";
import { fenced } from "./escape";

/** What fits beside each other in a comment; a block of code does not wrap by itself. */
export const WIDTH = 96;
const SIGNS = { same: " ", removed: "-", added: "+" } as const;
/** Around what differs within a line: a block of code can have no markup of its own. */
export const MARKS = ["⟦", "⟧"] as const;

/** The diff as a fenced block that code hosts colour. */
export function diffBlock({ rows }: TextDiff): string {
  return fenced(unifiedLines(rows).flatMap(printed), "diff");
}

function printed(line: UnifiedLine): string[] {
  if (line.kind === "folded") return [`@@ ${count(line.count, "unchanged line")} @@`];
  return wrapSpans(line.spans, WIDTH).map(
    (piece, i) => `${SIGNS[line.kind]} ${i === 0 ? "" : "  ↪ "}${piece.map(markedText).join("")}`,
  );
}

function markedText({ text, marked }: DiffSpan): string {
  return marked ? `${MARKS[0]}${text}${MARKS[1]}` : text;
}
