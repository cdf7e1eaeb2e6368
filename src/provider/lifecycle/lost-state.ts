import type { HookContext } from "../run/operation";
import { pause } from "../run/polling";
import { describe, ProviderError } from "../wording/subject";

/** How many creates must meet same-named objects before a plan looks like that of a lost state. */
const MANY = 10;

/** How long to wait for a managed object, in milliseconds. Terraform shows ten resources at a time. */
const WAIT_MS = 2_000;
const STEP_MS = 100;

/** The environment variable that allows a plan to create many objects whose names exist already. */
const ALLOW_DUPLICATES = "OUTREACH_ALLOW_DUPLICATES";

/** Reports whether users have allowed creates of objects whose names exist already. */
export function allowsDuplicates(): boolean {
  return process.env[ALLOW_DUPLICATES] === "true";
}

/**
 * Counts a planned create whose name an unmanaged object has. Throws for the tenth one if this run knows no
 * managed object: then the state is probably lost, and the apply would create every object a second time.
 */
export async function refuseLostState({ kind, run, call }: HookContext): Promise<void> {
  run.duplicates.planned += 1;
  if (run.duplicates.planned !== MANY || allowsDuplicates()) return;
  // Only this create waits, so that Terraform goes on with other resources. In an apply, they begin to write.
  for (let waited = 0; waited < WAIT_MS && !call.signal.aborted; waited += STEP_MS) {
    if (run.isWriting || run.hasManaged) return;
    await pause(STEP_MS, call.signal);
  }
  throw new ProviderError(
    `${describe({ type: kind.type })}: ${MANY} or more planned creates have the names of existing objects, and this plan shows no managed object`,
    "The state is probably lost or empty, so an apply would create the objects a second time. Nothing was written. " +
      "Restore the state from a backup, or check that the backend and the Terraform workspace are the right ones. " +
      "Without a backup, run npx cdktf-outreach export --adopt, which imports the objects by their names, or import them by the ids in the warnings of this plan. " +
      `If you really want duplicates, set ${ALLOW_DUPLICATES}=true.`,
  );
}
