import { relative } from "node:path";
import { makeVisible } from "../../render/visible-text";
import { count } from "../../util/text";
import type { ExportReport } from "./export-workspace";
import { promptPath } from "./format";
import { nextSteps } from "./next-steps";
import type { ExportOptions } from "./options";
import type { Settlement } from "./settle";
import { printJson } from "../../util/print-json";

/** Returns 1 if the export is not known to be complete, 2 for changes in Outreach, otherwise 0. */
export function statusOf({ failures, unknown, renamed, gone }: ExportReport): number {
  if (failures.length > 0 || unknown.length > 0) return 1;
  return renamed.length > 0 || gone.length > 0 ? 2 : 0;
}

/** Returns the report as JSON, for a program. Names are exactly those of the server. */
export function jsonReport(report: ExportReport): string {
  const added = report.added.map(({ object: { kind, id, name }, codeId }) => {
    return { kind, id, name, codeId, file: kind === "snippet" ? promptPath(codeId) : undefined };
  });
  const failures = report.failures.map(({ object: { kind, id, name }, message }) => {
    return { kind, id, name, message };
  });
  return printJson({ ...report, added, failures });
}

export function textReport(report: ExportReport, options: ExportOptions): string {
  const place = placeOf(options);
  const { added, managed, declared, leftOut, renamed, gone, unknown, failures } = report;
  const addedOf = (kind: string) => added.filter(({ object }) => object.kind === kind).length;
  const verb = options.dryRun ? "Would export" : "Exported";
  const lines = [
    `${verb} ${count(addedOf("cluster"), "cluster")} and ${count(addedOf("snippet"), "snippet")} to ${place}.`,
    ...(options.hasStates ? [] : ["No state was read. Objects that a stack manages were not left out."]),
    ...(managed > 0 ? [`Left out, because a state holds them: ${managed}.`] : []),
    ...(leftOut > 0 ? [`Left out by the options: ${leftOut}.`] : []),
    ...(declared > 0 ? [`Left out, because the code declares them already: ${declared}.`] : []),
    ...renamed.map(
      ({ codeId, from, to }) =>
        `Renamed: ${codeId} is ${shown(to)} at the server, and ${shown(from)} in the code.`,
    ),
    ...gone.map(
      (codeId) => `Gone: the workspace no longer has the object of ${codeId}. Remove it from the code.`,
    ),
    ...failures.map(
      ({ object, message }) =>
        `Not exported: ${object.kind} ${shown(object.name)} (${makeVisible(object.id)}): ${message}`,
    ),
    ...unknown.map((text) => `Not known: ${text}`),
  ];
  if (failures.length > 0) lines.push("Run the command again: it continues with the missing objects.");
  if (added.length > 0 && !options.dryRun) lines.push("", ...report.advice, ...nextSteps(options));
  return `${lines.join("\n")}\n`;
}

export function settlementReport(settlement: Settlement, options: ExportOptions): string {
  if (options.json) return printJson(settlement);
  const { settled, remaining } = settlement;
  const verb = options.dryRun ? "would be removed" : settled === 1 ? "was removed" : "were removed";
  const lines = [`${count(settled, "import")} ${verb} from ${placeOf(options)}.`];
  if (remaining > 0) {
    lines.push(`Kept, because no state of this workspace holds their objects: ${remaining}.`);
  }
  return `${lines.join("\n")}\n`;
}

function placeOf({ out }: ExportOptions): string {
  return relative(process.cwd(), out) || "this folder";
}

const MAX_SHOWN = 60;

function shown(name: string): string {
  const characters = Array.from(name);
  const cut = characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join("")}…` : name;
  return `"${makeVisible(cut)}"`;
}
