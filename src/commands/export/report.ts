import { relative, resolve } from "node:path";
import { printReport } from "../../render/report";
import { printJson } from "../../util/json";
import { count, shortened } from "../../util/text";
import type { Adoption, Matched } from "./adopt";
import type { NamedObject } from "./names";
import { promptPath } from "./objects-file";
import type { ExportOptions } from "./options";
import type { Changes, Failure } from "./look";

export interface ExportReport extends Changes {
  readonly added: readonly NamedObject[];
  readonly managed: number;
  readonly failures: readonly Failure[];
  readonly files: readonly string[];
}

export function exportReport(report: ExportReport, options: ExportOptions): string {
  const { added, managed, renamed, gone, unknown, failures } = report;
  if (options.json)
    return printJson({
      ...report,
      added: added.map(({ object: { kind, id, name }, codeId }) => {
        return { kind, id, name, codeId, file: kind === "snippet" ? promptPath(codeId) : undefined };
      }),
      failures: failures.map(({ object: { kind, id, name }, message }) => ({ kind, id, name, message })),
    });
  const addedOf = (kind: string) => count(added.filter(({ object }) => object.kind === kind).length, kind);
  const verb = options.dryRun ? "Would export" : "Exported";
  const lines = [`${verb} ${addedOf("cluster")} and ${addedOf("snippet")} to ${placeOf(options)}.`];
  if (!options.hasStates) lines.push("No state was read. Objects that a stack manages were not left out.");
  if (managed > 0) lines.push(`Left out, because a state holds them: ${managed}.`);
  for (const { codeId, from, to } of renamed)
    lines.push(`Renamed: ${codeId} is ${shown(to)} at the server, and ${shown(from)} in the code.`);
  for (const codeId of gone)
    lines.push(`Gone: the workspace no longer has the object of ${codeId}. Remove it from the code.`);
  for (const { object, message } of failures)
    lines.push(`Not exported: ${object.kind} ${shown(object.name)} (${object.id}): ${message}`);
  lines.push(...unknown.map((text) => `Not known: ${text}`));
  if (failures.length > 0) lines.push("Run the command again: it continues with the missing objects.");
  const next = added.length > 0 && !options.dryRun ? nextSteps(options) : [];
  return printReport(lines, next);
}

function placeOf({ out }: ExportOptions): string {
  return relative(process.cwd(), out) || "this folder";
}

const shown = (name: string) => `"${shortened(name, 60)}"`;

export function nextSteps(options: ExportOptions): string[] {
  const { format, stack, fork, out, place, isModule } = options;
  if (format === "hcl") {
    const place = relative(process.cwd(), out);
    return [
      "Next:",
      `  npx cdktf-outreach install${place && ` ${place} && cd ${place}`}`,
      "  terraform init && terraform plan      # shows imports, and nothing to add, change or destroy",
      "  terraform apply",
      "  npx cdktf-outreach export --format hcl --out . --settle",
    ];
  }
  const settle = out === resolve("outreach") ? "" : ` --out ${relative(process.cwd(), out)}`;
  return [
    `Next, in the stack ${stack}, below its OutreachProvider:`,
    `  import { declareWorkspace } from "./${place}${isModule ? "/index.js" : ""}";`,
    "  declareWorkspace(stack);",
    "Then:",
    `  npx ${fork} diff ${stack}      # shows imports, and nothing to add, change or destroy`,
    `  npx ${fork} deploy ${stack}`,
    `  npx cdktf-outreach export${settle} --settle`,
  ];
}

/** `settled`: number of imports that ended. `remaining`: number of imports that are left. */
export function settlementReport(
  settlement: { readonly settled: number; readonly remaining: number },
  options: ExportOptions,
): string {
  if (options.json) return printJson(settlement);
  const { settled, remaining } = settlement;
  const verb = options.dryRun ? "Would remove" : "Removed";
  return printReport([
    `${verb} ${count(settled, "import")} from ${placeOf(options)}.`,
    ...(remaining > 0 ? [`Kept, because no state of this workspace holds their objects: ${remaining}.`] : []),
  ]);
}

/** A configuration may mark a name as sensitive, so the report prints addresses and ids. */
export function adoptionReport(adoption: Adoption, options: ExportOptions): string {
  const { matched, gaps, files } = adoption;
  if (options.json) {
    const resources = matched.map(({ stack, kind, address, match }) => {
      return { stack: stack.name, kind, address, ...match };
    });
    return printJson({ ...adoption, matched: undefined, resources });
  }
  const found = matched.filter(({ match }) => match.is === "found");
  const [wrote, removed] = options.dryRun ? ["Would write", "Would remove"] : ["Wrote", "Removed"];
  const lines = [
    matched.length === 0
      ? "Every selected resource of this workspace is in a state or has an import, so there is nothing to adopt."
      : `${wrote} imports for ${found.length} of ${count(matched.length, "declared resource")} without a state.`,
    ...files.flatMap((file) => (file.isRemoved ? `${removed} ${file.path}: it has no import left.` : [])),
    ...matched.flatMap(leftOut),
    ...gaps.map((text) => `Not known: ${text}`),
  ];
  const next = [
    "If a stack has a state on another machine, bring it here instead of importing.",
    "Next, plan, and read the plan: it shows the imports, and each change overwrites what the workspace has.",
    "Then apply, and run export --adopt again, to remove the imports.",
  ];
  return printReport(lines, found.length > 0 && !options.dryRun ? next : []);
}

function leftOut({ stack, address, match }: Matched): string[] {
  const place = `${address} of ${stack.name}`;
  if (match.is === "found") return [];
  if (match.is === "unknown") return [`Not known: ${place}. ${match.reason}`];
  if (match.is === "none")
    return [`Left out: ${place}. No unmanaged object has its name, so the next apply creates one.`];
  return [`Left out: ${place}. ${match.reason} Import the right one: ${match.ids.join(", ")}.`];
}
