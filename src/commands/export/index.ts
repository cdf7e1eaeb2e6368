import { existsSync, realpathSync } from "node:fs";
import { synthesizedStacks } from "../../estate/engine/stacks";
import { interruptible } from "../interruptible";
import { readEachState, type State } from "../../estate/states/read-states";
import { adopt } from "./adopt";
import { adoptionReport, adoptionStatus } from "./adoption-report";
import { exportWorkspace } from "./export-workspace";
import { type ExportOptions, readOptions } from "./options";
import { folderOfApp } from "./project";
import { jsonReport, settlementReport, statusOf, textReport } from "./report";
import { settle } from "./settle";
import { verifyExport } from "./verify";

export { usage } from "./options";

/** Returns the exit status that the help text describes. */
export function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  return interruptible((signal) => exportInto(options, signal));
}

async function exportInto(options: ExportOptions, signal: AbortSignal): Promise<number> {
  const readStates = async () => (options.hasStates ? statesFor(options, signal) : []);
  const input = { options, readStates, signal };
  if (options.adopt) {
    const adoption = await adopt(input);
    process.stdout.write(adoptionReport(adoption, options));
    return adoptionStatus(adoption);
  }
  if (options.settle) {
    process.stdout.write(settlementReport(await settle(input), options));
    return 0;
  }
  const report = await exportWorkspace(input);
  process.stdout.write(options.json ? jsonReport(report) : textReport(report, options));
  const isVerified = options.verify && !options.dryRun;
  const isClean = !isVerified || (await verifyExport(options, signal));
  return isClean ? statusOf(report) : 1;
}

/**
 * Reads the states. Refuses an app without stacks: its states may hold objects, which must not get into a
 * second state.
 */
async function statesFor(options: ExportOptions, signal: AbortSignal): Promise<State[]> {
  const { cdktfOut, state: files, format, out, settle: isSettling } = options;
  if (cdktfOut === undefined && format === "cdktf") refuseOtherApp(out);
  if (cdktfOut === undefined && existsSync("cdktf.json") && synthesizedStacks().length === 0) {
    const advice =
      isSettling || options.adopt ? "" : " If no stack manages objects of this workspace, pass --no-states.";
    throw new Error(
      "There are no synthesized stacks, so it is not known which objects the stacks of this app manage. Run cdktf " +
        `synth first.${advice}`,
    );
  }
  const states = await readEachState({ cdktfOut, files, signal, hcl: format === "hcl" ? out : undefined });
  if (!isSettling || states.length > 0) return states;
  throw new Error(
    "There is no stack and no --state, so no state shows which imports to end. Run cdktf synth first.",
  );
}

/** Refuses code for an app in another folder than the working directory, whose stacks are the ones to read. */
function refuseOtherApp(out: string): void {
  const folder = folderOfApp(out);
  if (realpathSync(folder) === realpathSync(".")) return;
  throw new Error(
    `The app of this code is in ${folder}, so it is not known which objects its stacks manage. Run the command in that ` +
      "folder, or name the folder that its synth wrote with --cdktf-out.",
  );
}
