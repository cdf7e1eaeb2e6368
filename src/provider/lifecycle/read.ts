import { quoted } from "../../prompts";
import { type ResourceCall, unchanged } from "../../sdk/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { ifReported, RunFailure } from "../run/reporting";
import { failureOf } from "../wording/failure";
import { ProviderError } from "../wording/subject";
import { findObject, rememberedOf, searching, shown } from "./find-object";
import { claimRead, isImported, recordHeld, recordSeen } from "./identity";
import { warnOfLateDuplicates } from "./existing-name";
import { recordAccepted, recordRead } from "./outside-edits";
import { saveForReplace } from "./plan";

const PLANNED = "An apply creates them again, or only removes them from the state if they are to be deleted.";

/**
 * Returns null if the object is confirmed deleted. In a failing or stopped run, returns `unchanged`. An
 * import throws in a failing run: otherwise Terraform would generate a configuration without a name.
 */
export async function refreshManaged<State extends ManagedState>(
  context: HookContext<ResourceCall, State>,
  state: Partly<State>,
): Promise<State | null | typeof unchanged> {
  try {
    return await refreshed(context, state);
  } catch (error) {
    if (isImported(state)) throw error;
    return ifReported(error, unchanged, context.run);
  }
}

async function refreshed<State extends ManagedState>(
  context: HookContext<ResourceCall, State>,
  state: Partly<State>,
): Promise<State | null | typeof unchanged> {
  const { kind, run, call } = context;
  const subject = claimRead(context, state);
  if (run.failures.isFailing) throw new RunFailure(failureOf("read", subject), "", true);
  // The next line throws if a setting is unknown. Only the first read reports this error.
  if (!run.settings.isKnown) run.failures.reportFailure();
  const ahead = run.memory(kind).readAhead.take(subject.id);
  const operation: Operation<ResourceCall> = { kind, subject, run, call };
  const remembered = { ...rememberedOf(operation, state), ahead };
  const look = () => findObject(operation, remembered);
  const found = isImported(state) ? await look() : await searching(operation, PLANNED, look);
  if (found === undefined) {
    if (call.signal.aborted && !isImported(state)) return unchanged;
    run.memory(kind).deletedIds.add(subject.id);
    return null;
  }
  recordSeen(operation);
  await warnOfLateDuplicates(operation, found.name);
  const isCurrent = found.lastUpdatedAt !== null && found.lastUpdatedAt === state.last_updated_at;
  // An outdated replica may show the object as it was before its last write, which would look like drift.
  const last = isCurrent ? found : await shown(operation, remembered, found);
  const read = kind.toState(last, run.settings.workspaceId, state);
  if (isImported(state)) recordAccepted(context);
  else recordRead(context, state, read);
  if (kind.dataForReplace !== undefined) recordHeld(context, read);
  return saveForReplace(context, read);
}

/** The API document describes no format of ids, so only blanks around an id are rejected. */
export function importManaged(type: string, id: string): { readonly id: string } {
  if (id.trim() === id && id !== "") return { id };
  throw new ProviderError(
    `${quoted(id)} is not an id of ${type}`,
    `Import by the id that the API gave the object, without spaces around it: terraform import ADDRESS ID.`,
  );
}
