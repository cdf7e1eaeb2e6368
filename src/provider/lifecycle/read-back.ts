import type { Readable } from "../../objects/found";
import { timeOf } from "../../objects/instant";
import { WRITTEN } from "../../objects/private-state";
import type { Difference } from "../../objects/text";
import type { Dates } from "../../objects/visibility-window";
import { DiagnosticError, type Diagnostic, type ResourceCall, type WriteCall } from "../../sdk/framework";
import { isUnknown, type Value } from "../../sdk/values";
import type { Declared, FinalPlan, ManagedState, Partly } from "../run/object-kind";
import type { Operation } from "../run/operation";
import { pollUntil, withGrace } from "../run/polling";
import { inAnotherWorkspace, SET_WORKSPACE } from "../wording/failure";
import { describe, importLines, ProviderError, type Subject } from "../wording/subject";
import { timeNow } from "./find-object";
import { isInWorkspace, recordSeen } from "./identity";
import { recordAccepted, recordSent } from "./outside-edits";

interface Written<State> {
  readonly content: Declared;
  readonly values: Partly<State>;
  /** When the write began, in milliseconds of `performance.now`. */
  readonly begunAt: number;
  /** The object in the last read before the write; undefined after a create. */
  readonly before?: Readable;
  /** Throws if the read shows an object that this create has not made. */
  readonly refuseForeign?: (found: Readable) => void;
}

export function knownPart<State>(plan: FinalPlan<State>): Partly<State> {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [name, isUnknown(value as Value) ? null : value]),
  ) as Partly<State>;
}

/**
 * Throws if the API keeps other content. If the read fails, the provider only warns, because the object
 * exists.
 */
export async function readBack<State extends ManagedState>(
  operation: Operation<WriteCall<Partly<State>>, State>,
  { content, values, begunAt, before, refuseForeign }: Written<State>,
): Promise<State> {
  const { kind, subject, run, call } = operation;
  const certain = { ...values, id: subject.id, workspace_id: run.settings.workspaceId };
  const last = await readUntilVisible(operation, content);
  if ("found" in last) refuseForeign?.(last.found);
  call.record(certain);
  recordSeen(operation);
  if ("error" in last) {
    recordWritten(operation, null, begunAt);
    recordAccepted(operation);
    if (before !== undefined) recordSent(operation, before, content);
    const reason = last.error instanceof Error ? last.error.message : String(last.error);
    call.diagnostics.warn(
      `${describe(subject)} was written but could not be read back`,
      `${reason}\n\nThe object is saved in the state, and the next plan reads the missing values. If that plan would create the object again, do not apply it, because the API needs more time to show the object: plan again with a larger visibility_timeout (OUTREACH_VISIBILITY_TIMEOUT).`,
    );
    // The framework checks that only computed values are missing.
    return certain as State;
  }
  const { found } = last;
  if (!isInWorkspace(found, run)) {
    recordWritten(operation, null, begunAt);
    throw new ProviderError(
      inAnotherWorkspace(subject),
      `The API accepted the write and then responded with another workspace id. The object is in that workspace. ${SET_WORKSPACE} ` +
        `After that, remove the resource from the state, if the state has it (terraform state rm ADDRESS, which deletes nothing at the API), and import the object:\n${importLines(subject.type, [subject.id])}`,
    );
  }
  run.memory(kind).lag.recordTimes(found);
  const state = kind.toState(found, run.settings.workspaceId, certain);
  recordWritten(operation, state, begunAt);
  call.record(state);
  const different = kind.differences(content, found);
  if (before !== undefined && different.length > 0) recordSent(operation, before, content);
  else recordAccepted(operation);
  if (different.length === 0) return state;
  throw new DiagnosticError(...different.map((one) => otherContent(subject, one, before === undefined)));
}

async function readUntilVisible(
  { kind, subject, run, call }: Operation,
  content: Declared,
): Promise<{ readonly found: Readable } | { readonly error: unknown }> {
  const signal = withGrace(call.signal);
  let reads = 0;
  let last: { found: Readable } | { error: unknown } = { error: undefined };
  const isVisible = async () => {
    reads += 1;
    last = await kind.get(run.client, subject.id, { signal }).then(
      (found) => ({ found }),
      (error: unknown) => ({ error }),
    );
    if ("error" in last) return undefined;
    const { found } = last;
    return !isInWorkspace(found, run) || kind.differences(content, found).length === 0 ? true : undefined;
  };
  await pollUntil(isVisible, run.settings.visibilityTimeoutMs, call.signal);
  if (reads > 1) run.memory(kind).lag.isShown = true;
  return last;
}

const KEEP_TAINTED =
  " Run terraform untaint ADDRESS to keep the object: otherwise the next apply replaces it, because its create has failed.";

function otherContent(subject: Subject, { attribute }: Difference, isNew: boolean): Diagnostic {
  const summary = `${describe(subject)}: the API keeps another ${attribute}`;
  const detail =
    "The API accepted the write and then responded with different content, which is in the state now. " +
    `Plan again, and compare the two texts: declare a text that the API accepts or, if the API only shows the new text late, raise visibility_timeout.${isNew ? KEEP_TAINTED : ""}`;
  return { severity: "error", summary, detail, attribute };
}

/** The Date header has whole seconds, and the times of objects may also have whole seconds. */
const PRECISION_MS = 1_000;

/** Records the time of the write, unless the object's own times show the write. */
function recordWritten({ run, call }: Operation<ResourceCall>, dates: Dates | null, begunAt: number): void {
  const now = timeNow(run);
  const time = timeOf(dates?.last_updated_at ?? dates?.created_at);
  const isShown = time !== undefined && now - time.ms <= performance.now() - begunAt + PRECISION_MS;
  // Rounds up, because a time that is too early would make the write count as visible.
  const latest = new Date(now + PRECISION_MS);
  call.private.set(WRITTEN, isShown ? undefined : latest.toISOString());
}
