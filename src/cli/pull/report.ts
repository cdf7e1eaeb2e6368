import { diffTexts } from "../diff/text-diff";
import { unifiedLines, type UnifiedLine } from "../diff/display";
import { makeVisible } from "../../page/visible-text";
import type { Outcome } from "./decide";

/** Returns the report for a program, without the texts. */
export function jsonReport(outcomes: readonly Outcome[]): string {
  const objects = outcomes.map(
    ({ state: { kind, id, name, address, source }, result, file, reason, change }) => ({
      ...{ kind, id, name, address, stack: source },
      ...{ result, file, reason, attribute: change?.attribute },
    }),
  );
  return `${JSON.stringify({ objects }, null, 2)}\n`;
}

/** Returns the report for a user. */
export function textReport(outcomes: readonly Outcome[], isDryRun: boolean): string {
  if (outcomes.length === 0) return "Nothing to pull.\n";
  return `${outcomes.map((outcome) => textOf(outcome, isDryRun)).join("\n\n")}\n`;
}

function textOf({ state, result, file, reason, change }: Outcome, isDryRun: boolean): string {
  const verbs = isDryRun
    ? { written: "Would write", conflict: "Would conflict", reported: "Not written", error: "Error" }
    : { written: "Wrote", conflict: "Conflict", reported: "Not written", error: "Error" };
  const head = `${verbs[result]}${file === undefined ? "" : ` ${file}`}: ${state.address} of ${state.source}, "${makeVisible(state.name)}".`;
  return [head, ...(reason === undefined ? [] : [reason]), ...diffOf(change)].join("\n");
}

function diffOf(change: Outcome["change"]): string[] {
  if (change === undefined) return [];
  return unifiedLines(diffTexts(change.before, change.after, "text")).map(lineOf);
}

const SIGNS = { same: " ", removed: "-", added: "+" } as const;

function lineOf(line: UnifiedLine): string {
  if (line.kind === "folded") return `  … ${line.count} unchanged lines`;
  if (line.kind === "unended") return "\\ No line break at the end";
  return `${SIGNS[line.kind]} ${line.spans.map(({ text }) => text).join("")}`;
}
