import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { type Diagnostic, warningOf } from "../engine/diagnostics";
import { stackName, stacksIn } from "../engine/plan-file";
import type { Stack } from "../engine/stacks";
import { currentState } from "../states/read-states";
import { identityOfState, type StateIdentity } from "../states/state-file";

/**
 * Returns a warning if the state has moved on since a plan file was made. Returns undefined if it has not, or if that
 * cannot be known: JSON and encrypted files contain no state, and the current one may be out of reach.
 */
export async function staleness(
  path: string,
  { signal, cdktfOut }: { readonly signal: AbortSignal; readonly cdktfOut: string | undefined },
): Promise<Diagnostic | undefined> {
  const file = resolve(path);
  const planned = stateOfPlan(file);
  if (planned === undefined) return undefined;
  for (const { name, folder } of placesOf(file, planned, cdktfOut)) {
    const now = await currentState({ folder }, signal);
    // Another lineage belongs to another configuration.
    if (now === undefined || (planned.lineage !== "" && now.lineage !== planned.lineage)) continue;
    if (now.serial === planned.serial) return undefined;
    const from = planned.lineage === "" ? "without a state" : `from serial ${planned.serial} of the state`;
    return warningOf(
      "The saved plan is stale: its state has changed since",
      `${path} was made ${from}, and the state of ${name} has serial ${now.serial} now. An engine refuses to apply this plan, and its changes may be made already. Plan again, and review the new plan.`,
    );
  }
  return undefined;
}

/** Returns what identifies the state that a plan was made from; undefined if the file is no zip with a state. */
function stateOfPlan(file: string): StateIdentity | undefined {
  try {
    const { tfstate } = unzipSync(readFileSync(file), { filter: ({ name }) => name === "tfstate" });
    return tfstate && identityOfState(Buffer.from(tfstate).toString());
  } catch {
    return undefined;
  }
}

/**
 * Lists where the state of a plan may be: in the stack that the file is named after, in the folder of the file, or in
 * the working directory. Only the lineage shows whether the state of the last one is the plan's.
 */
function placesOf(
  file: string,
  { lineage }: StateIdentity,
  cdktfOut: string | undefined,
): Pick<Stack, "name" | "folder">[] {
  const own = stacksIn(cdktfOut).filter(({ name }) => name === stackName(file));
  const mayHaveState = (folder: string) =>
    [".terraform", "terraform.tfstate"].some((name) => existsSync(join(folder, name)));
  const folders = [dirname(file), ...(lineage === "" ? [] : [process.cwd()])].filter(mayHaveState);
  const known = new Set(own.map(({ folder }) => resolve(folder)));
  const others = [...new Set(folders)].filter((folder) => !known.has(folder));
  return [...own, ...others.map((folder) => ({ name: folder, folder }))];
}
