import type { ProbeReport } from "../../simulator";
import { tableOf } from "./table";

const HEADING = ["certainty", "question", "the server", "the API document"];
/** The table fits into 120 columns. */
const WIDTHS = [9, 28, 44, 33];

/** Returns the answers as a table, and what to set. */
export function textOf({ answers, advice }: ProbeReport): string {
  const rows = answers.map(({ certainty, question, seen, document }) => [
    certainty,
    question,
    seen,
    document,
  ]);
  const rule = WIDTHS.map((width) => "-".repeat(width));
  const settings = advice.map(({ set, why }) => `  ${set}: ${why}.\n`).join("");
  const advised =
    advice.length === 0
      ? "The defaults of the provider suit what the probe has seen.\n"
      : `What to set in the provider, or as OUTREACH_… variables:\n${settings}`;
  return `${tableOf([HEADING, rule, ...rows], WIDTHS)}\n${advised}`;
}
