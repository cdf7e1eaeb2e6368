import { relative } from "node:path";
import { interruptible } from "../shared/interruptible";
import { writeFiles } from "../shared/write-whole";
import { readStates } from "../states/read-states";
import { exportWorkspace } from "./export-workspace";
import type { ExportedCode } from "./format";
import { hclCode } from "./hcl-code";
import { type ExportOptions, readOptions } from "./options";
import { jsonReport, textReport } from "./report";
import { scriptCode } from "./script-code";
import { verifyExport } from "./verify";

export { usage } from "./options";

/** Returns 0 if everything was exported, 1 if a read failed or the plan is not clean. */
export function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  return interruptible((signal) => exportInto(options, signal));
}

async function exportInto(options: ExportOptions, signal: AbortSignal): Promise<number> {
  const states = await readStates({ cdktfOut: options.cdktfOut, files: options.state, signal });
  if (options.settle) return settle(options, new Set(states.map(({ id }) => id)));
  const report = await exportWorkspace({ options, code: codeOf(options), states, signal });
  process.stdout.write(options.json ? jsonReport(report) : textReport(report, options));
  const isVerified = options.verify && !options.dryRun && codeOf(options).declared.length > 0;
  const isClean = !isVerified || (await verifyExport(options, signal));
  return report.failures.length === 0 && isClean ? 0 : 1;
}

function codeOf(options: ExportOptions): ExportedCode {
  return options.format === "hcl" ? hclCode(options.out) : scriptCode(options.out, options);
}

/** Removes the import ids of objects that a state holds. */
function settle(options: ExportOptions, managed: ReadonlySet<string>): number {
  const code = codeOf(options);
  const files = code.settled(managed);
  if (!options.dryRun) writeFiles(options.out, files);
  const settled = code.declared.filter(({ objectId }) => managed.has(objectId ?? "")).length;
  const place = relative(process.cwd(), options.out);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ settled, files: files.map(({ path }) => path) }, null, 2)}\n`
      : `${settled} import ids ${options.dryRun ? "would be" : "were"} removed from ${place || "this folder"}.\n`,
  );
  return 0;
}
