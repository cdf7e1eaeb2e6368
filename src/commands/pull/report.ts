import { makeVisible, visibleLines } from "../../render/visible-text";
import { REDACTED } from "../../util/secrets";
import { printedLine, unifiedLines } from "../../render/diff/display";
import { diffTexts } from "../../render/diff/text-diff";
import { count } from "../../util/text";
import {
  describeSource,
  notesOnOthers,
  stackWithoutState,
  type StateSource,
} from "../../estate/states/state-file";
import type { PullOutcome } from "./outcome";
import { printJson } from "../../util/print-json";

export interface PullReport {
  readonly outcomes: readonly PullOutcome[];
  /** How many objects of the workspace were compared with the server. */
  readonly compared: number;
  /** How many objects of the states belong to other workspaces. */
  readonly ofOtherWorkspaces: number;
  /** The stacks whose state does not exist on this machine. */
  readonly withoutState: readonly StateSource[];
  /** The states that were read, if the configuration declares objects and none of the states has any. Else empty. */
  readonly withoutObjects: readonly StateSource[];
}

/**
 * Returns 1 if pull could not find out or write everything, else 2 if it has found anything, else 0. With
 * objects of other workspaces only, or with empty states, nothing was compared.
 */
export function statusOf(report: PullReport): number {
  const { outcomes, compared, ofOtherWorkspaces, withoutState, withoutObjects } = report;
  const isOpen = outcomes.some(({ result }) => result === "error");
  if (isOpen || withoutState.length > 0 || withoutObjects.length > 0) return 1;
  if (compared === 0 && ofOtherWorkspaces > 0) return 1;
  return outcomes.some(({ result }) => result !== "kept") ? 2 : 0;
}

/** Returns the report as JSON. It has no texts of objects, because prompts may be sensitive. */
export function jsonReport({ outcomes, withoutState, withoutObjects, ...counts }: PullReport): string {
  const objects = outcomes.map(({ state, result, file, reason, change, sharedWith }) => {
    const { kind, id, address, source } = state;
    const name = state.sensitive.has("name") ? REDACTED : state.name;
    return {
      ...{ kind, id, name, address, stack: source.name },
      ...{ result, file, reason, attribute: change?.attribute, sharedWith },
    };
  });
  const names = (sources: readonly StateSource[]) => sources.map(({ name }) => name);
  return printJson({
    objects,
    ...counts,
    withoutState: names(withoutState),
    withoutObjects: names(withoutObjects),
  });
}

export function textReport(report: PullReport, isDryRun: boolean): string {
  const { outcomes, compared, ofOtherWorkspaces, withoutState, withoutObjects } = report;
  const notes = [
    ...withoutState.map((source) => `Not compared: the ${stackWithoutState(source)}`),
    ...(withoutObjects.length > 0
      ? [
          "Nothing was compared: the code declares clusters or snippets, and none is in the states that were read: " +
            `${withoutObjects.map(describeSource).join(", ")}. Check TF_WORKSPACE and the backend of the stacks, ` +
            "or deploy them first.",
        ]
      : []),
    ...notesOnOthers(ofOtherWorkspaces, compared > 0),
  ];
  const nothing = statusOf(report) === 0 ? [`Nothing to pull. Compared ${count(compared, "object")}.`] : [];
  const paragraphs = [...outcomes.map((outcome) => textOf(outcome, isDryRun)), ...nothing, ...notes];
  return `${visibleLines(paragraphs.join("\n\n"))}\n`;
}

function textOf(outcome: PullOutcome, isDryRun: boolean): string {
  const { state, result, file, reason, change, sharedWith = [] } = outcome;
  const [written, conflict] = isDryRun ? ["Would write", "Would conflict"] : ["Wrote", "Conflict"];
  const verbs = { written, conflict, kept: "Kept", reported: "Not written", error: "Error" };
  const name = state.sensitive.has("name") ? REDACTED : `"${makeVisible(state.name)}"`;
  const place = file === undefined ? "" : ` ${makeVisible(file)}`;
  const head = `${verbs[result]}${place}: ${makeVisible(state.address)} of ${makeVisible(state.source.name)}, ${name}.`;
  const why = reason === undefined ? [] : [makeVisible(reason)];
  const others = sharedWith.map(
    (stack) =>
      `The stack ${makeVisible(stack)} uses this file, too: its next plan shows the change for its workspace.`,
  );
  const diff =
    change && unifiedLines(diffTexts(change.before, change.after, "text")).map((line) => printedLine(line));
  return [head, ...why, ...others, ...(diff ?? [])].join("\n");
}
