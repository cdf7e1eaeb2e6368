import { isMaybeMissing, isRefusal } from "../../client";
import type { Readable } from "../../objects/found";
import { seenElsewhere, type Identity } from "../../objects/identity";
import { SEEN_AT, WRITTEN } from "../../objects/private-state";
import { isStale, lastWrite, leftToShow } from "../../objects/visibility-window";
import type { HookCall, ResourceCall } from "../../sdk/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { explained, explaining, refuseAfterOutage } from "../run/reporting";
import { confirmDeleted, pollUntilConsistent, wasMissing } from "./gone";
import { inWorkspace, refuseOther } from "./identity";
import { windowOf } from "./visibility";

/** What the state says about its object. */
export interface Remembered extends Identity {
  /** When the object was last written. Undefined while the caller waits for that write to become visible. */
  readonly writtenAt: string | null | undefined;
  readonly ahead?: Promise<Readable | undefined> | undefined;
  /** Reports whether `found` is older than the last write. Without dates, its content decides. */
  isOld(found: Readable): boolean;
}

/** Returns what the state says about the object of an operation. */
export function rememberedOf(operation: Operation<ResourceCall>, state: Partly<ManagedState>): Remembered {
  const { kind, run, call } = operation;
  const hasContent = (found: Readable) => kind.differences(kind.contentOf(state, null), found).length === 0;
  return {
    createdAt: state.created_at,
    elsewhere: seenElsewhere(call.private.get(SEEN_AT), run.settings.address),
    hasContent,
    writtenAt: lastWrite(state, call.private.get(WRITTEN)),
    isOld: (found) => isStale(found, state.last_updated_at, hasContent),
  };
}

/** Looks for an object before it is written. Returns undefined if it is confirmed deleted. */
export async function findShown(operation: Operation, remembered: Remembered): Promise<Readable | undefined> {
  const found = await findObject(operation, remembered);
  return found && shown(operation, remembered, found);
}

/** Waits until the last write of an object is visible. Returns the last read if that takes too long. */
export async function shown(
  operation: Operation,
  remembered: Remembered,
  found: Readable,
): Promise<Readable> {
  const left = leftToShow(remembered.writtenAt, windowOf(operation.run));
  if (left === 0 || !remembered.isOld(found)) return found;
  let last = found;
  const isOld = (one: Readable) => remembered.isOld((last = one));
  return (await lookAgain(operation, left, { ...remembered, isOld })) ?? last;
}

/**
 * Polls for an object that seems deleted, or whose last write is not visible. Returns undefined after
 * `timeoutMs` or a stop. Throws if it seems deleted and no list confirms it.
 */
export async function lookAgain(
  operation: Operation,
  timeoutMs: number,
  remembered?: Remembered,
): Promise<Readable | undefined> {
  const awaited = remembered && { ...remembered, ahead: undefined, writtenAt: undefined };
  const look = async () => {
    const found = await findObject(operation, awaited);
    return found === undefined || awaited?.isOld(found) === true ? undefined : found;
  };
  return pollUntilConsistent(look, timeoutMs, operation.call.signal);
}

/**
 * Reads an object. Returns undefined if a list confirms that it is deleted. If `remembered` is set, an
 * earlier list of the plan can confirm it. While the last write may still become visible, the object does not
 * count as deleted.
 */
export async function findObject(
  operation: Operation,
  remembered?: Remembered,
): Promise<Readable | undefined> {
  const { kind, subject, run, call } = operation;
  const { ahead, elsewhere, writtenAt } = remembered ?? {};
  refuseAfterOutage("read", operation);
  try {
    const found = (await ahead) ?? (await kind.get(run.client, subject.id, { signal: call.signal }));
    run.failures.recordResult("read", undefined);
    if (remembered !== undefined) refuseOther(operation, remembered, found);
    return inWorkspace(found, run, subject);
  } catch (error) {
    if (!isRefusal(error)) throw explained(error, "read", operation);
    if (isMaybeMissing(error) && writtenAt !== undefined && elsewhere === undefined) {
      if (wasMissing(operation, writtenAt)) return undefined;
      const left = leftToShow(writtenAt, windowOf(run));
      if (left > 0) return lookAgain(operation, left, remembered);
    }
    await explaining("read", operation, () => confirmDeleted(operation, error, elsewhere));
    return undefined;
  }
}

/** The result of one read: the object, or why the API refused to show it. */
export interface ReadResult {
  readonly found?: Readable;
  readonly refusal?: unknown;
}

/** Reads an object once. Throws errors that do not show whether the object exists. */
export async function readOnce({ kind, run, call }: HookContext<HookCall>, id: string): Promise<ReadResult> {
  try {
    return { found: await kind.get(run.client, id, { signal: call.signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error };
  }
}
