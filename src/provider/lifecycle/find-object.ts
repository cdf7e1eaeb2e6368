import { isMaybeMissing, isRefusal } from "../../client";
import type { Call, ResourceCall } from "../../plugin/framework";
import { isBefore } from "../comparison/instant";
import type { ManagedState, Partly, Readable } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { explained, explaining, refuseAfterOutage } from "../run/reporting";
import { confirmDeleted, pollUntilConsistent, wasMissing } from "./gone";
import { inWorkspace, refuseOther, seenElsewhere } from "./identity";
import { lastWrite, leftToShow } from "./visibility";

/** The data of an object in its state. */
export interface Remembered {
  /** When the object was last written. Undefined while a caller waits for that write to become visible. */
  readonly writtenAt: string | null | undefined;
  /** The other address where the object was last seen: a list without the object proves nothing here. */
  readonly elsewhere: string | undefined;
  /** The prefetched object. */
  readonly ahead?: Promise<Readable | undefined> | undefined;
  /** Throws if another object has the id now. */
  refuseOther(found: Readable): void;
  /** Reports whether a read shows the object without its last write. Without dates, the content decides. */
  isOld(found: Readable): boolean;
}

/** Returns the data of an operation's object in its state. */
export function rememberedOf(operation: Operation<ResourceCall>, state: Partly<ManagedState>): Remembered {
  const { kind } = operation;
  const hasContent = (found: Readable) => kind.differences(kind.contentOf(state, null), found).length === 0;
  const elsewhere = seenElsewhere(operation);
  const identity = { createdAt: state.created_at, elsewhere, hasContent };
  return {
    writtenAt: lastWrite(state, operation.call),
    isOld: (found) => isBefore(found.lastUpdatedAt, state.last_updated_at) ?? !hasContent(found),
    elsewhere,
    refuseOther: (found) => refuseOther(operation, identity, found),
  };
}

/** Looks for an object before it is written. Returns undefined if it is confirmed deleted. */
export async function findShown(operation: Operation, remembered: Remembered): Promise<Readable | undefined> {
  const found = await findObject(operation, remembered);
  return found && shown(operation, remembered, found);
}

/** Returns the object when its last write is visible; `found` if that takes too long. */
export async function shown(
  operation: Operation,
  remembered: Remembered,
  found: Readable,
): Promise<Readable> {
  const left = leftToShow(remembered.writtenAt, operation.run);
  if (left === 0 || !remembered.isOld(found)) return found;
  return (await lookAgain(operation, left, remembered)) ?? found;
}

/**
 * Polls for an object that seems deleted, or whose last write is not visible. Returns undefined if it does
 * not show within `timeoutMs`; throws if no list confirms that it is deleted. A stop ends the wait.
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
 * Reads an object. Returns undefined if a list confirms that it is deleted. With `remembered`, an earlier
 * list of the plan is enough. No list confirms a delete before the last write had time to become visible.
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
    run.verdict.recordRead(undefined);
    remembered?.refuseOther(found);
    return inWorkspace(found, run, subject);
  } catch (error) {
    if (!isRefusal(error)) throw explained(error, "read", operation);
    if (isMaybeMissing(error) && writtenAt !== undefined && elsewhere === undefined) {
      if (wasMissing(operation, writtenAt)) return undefined;
      const left = leftToShow(writtenAt, run);
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
export async function readOnce({ kind, run, call }: HookContext<Call>, id: string): Promise<ReadResult> {
  try {
    return { found: await kind.get(run.client, id, { signal: call.signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error };
  }
}
