import { relative } from "node:path";
import { makeVisible } from "../../page/visible-text";
import { count } from "../shared/text";
import type { ExportReport } from "./export-workspace";
import { promptPath } from "./format";
import type { ExportOptions } from "./options";

/** Returns the report as JSON, for a program. Names are exactly those of the server. */
export function jsonReport(report: ExportReport): string {
  const added = report.added.map(({ object: { kind, id, name }, codeId }) => {
    return { kind, id, name, codeId, file: kind === "snippet" ? promptPath(codeId) : undefined };
  });
  const failures = report.failures.map(({ object, message }) => ({ ...object, message }));
  return `${JSON.stringify({ ...report, added, failures }, null, 2)}\n`;
}

export function textReport(report: ExportReport, options: ExportOptions): string {
  const place = relative(process.cwd(), options.out);
  const { added, managed, declared, renamed, gone, failures } = report;
  const addedOf = (kind: string) => added.filter(({ object }) => object.kind === kind).length;
  const verb = options.dryRun ? "Would export" : "Exported";
  const lines = [
    `${verb} ${count(addedOf("cluster"), "cluster")} and ${count(addedOf("snippet"), "snippet")} to ${place || "this folder"}.`,
    ...(managed > 0 ? [`Left out, because a state holds them: ${managed}.`] : []),
    ...(declared > 0 ? [`Left out, because the code declares them already: ${declared}.`] : []),
    ...renamed.map(
      ({ codeId, from, to }) =>
        `Renamed: ${codeId} is ${shown(to)} at the server, and ${shown(from)} in the code.`,
    ),
    ...gone.map(
      (codeId) => `Gone: the workspace no longer has the object of ${codeId}. Remove it from the code.`,
    ),
    ...failures.map(
      ({ object, message }) => `Not read: ${object.kind} ${shown(object.name)} (${object.id}): ${message}`,
    ),
  ];
  if (failures.length > 0) lines.push("Run the command again: it continues with the missing objects.");
  if (added.length > 0 && !options.dryRun) lines.push("", ...nextSteps(options, place));
  return `${lines.join("\n")}\n`;
}

function nextSteps({ format, stack, language }: ExportOptions, place: string): string[] {
  if (format === "hcl") {
    return [
      "Next:",
      `  npx cdktf-outreach install${place && ` ${place} && cd ${place}`}`,
      "  terraform init && terraform plan      # shows imports, and nothing to add, change or destroy",
      "  terraform apply",
      "  npx cdktf-outreach export --format hcl --out . --settle",
    ];
  }
  return [
    `Next, in the stack ${stack}, below its OutreachProvider:`,
    language === "ts"
      ? `  import { declareWorkspace } from "./${place}";`
      : `  const { declareWorkspace } = require("./${place}");`,
    "  declareWorkspace(stack);",
    "Then:",
    `  npx cdktf diff ${stack}      # shows imports, and nothing to add, change or destroy`,
    `  npx cdktf deploy ${stack}`,
    "  npx cdktf-outreach export --settle",
  ];
}

const MOST_SHOWN = 60;

function shown(name: string): string {
  const characters = Array.from(name);
  const cut = characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN).join("")}…` : name;
  return `"${makeVisible(cut)}"`;
}
