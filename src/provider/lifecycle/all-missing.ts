import { areAllMissing } from "../../objects/absence";
import type { Readable } from "../../objects/found";
import type { Operation } from "../run/operation";

/** Searches for an object of the state with `look`. Warns if this run has found none of several objects. */
export async function countingSearches(
  { kind, run, call }: Operation,
  outcome: string,
  look: () => Promise<Readable | undefined>,
): Promise<Readable | undefined> {
  const { searches, inventory } = run.memory(kind);
  searches.underWay += 1;
  try {
    const found = await look();
    if (found !== undefined) searches.found += 1;
    else if (!call.signal.aborted) searches.deleted += 1;
    // While another search is running, it may still find its object.
    const isLast = found === undefined && searches.underWay === 1;
    if (isLast && areAllMissing(searches, inventory.newest)) {
      const count = searches.deleted;
      const summary = `The API lists other ${kind.type}, but none of the ${count} that this run looked for, so these count as deleted`;
      warnOnce({ kind, run, call }, summary, outcome);
    }
    return found;
  } finally {
    searches.underWay -= 1;
  }
}

/** Warns if the API lists no object of a kind. */
export function warnOfEmptyList({ kind, run, call }: Operation, outcome: string): void {
  if (!run.memory(kind).inventory.wasEmpty) return;
  const summary = `The API lists no ${kind.type} at all, so those in the state count as deleted`;
  warnOnce({ kind, run, call }, summary, outcome);
}

/**
 * Warns once a run. `outcome` is the first sentence. It says what happens to the objects of the state. A
 * server may treat unknown credentials, or an unknown workspace, as a workspace without objects.
 */
function warnOnce({ kind, run, call }: Omit<Operation, "subject">, summary: string, outcome: string): void {
  if (!run.failures.isFirstReport(kind.type)) return;
  call.diagnostics.warn(
    summary,
    `${outcome} Unless all of them were deleted outside of Terraform, check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and base_url (OUTREACH_BASE_URL).`,
  );
}
