import type { ResourceCall } from "../../plugin/framework";
import { isBefore, timeOf } from "../comparison/instant";
import type { ManagedState, Partly } from "../run/object-kind";
import type { Operation } from "../run/operation";
import type { Run } from "../run/run";

/** The times in a state that show when its object was last written. */
type Dates = Pick<Partly<ManagedState>, "last_updated_at" | "created_at">;

/** Private state: when the server ended a write (ISO 8601), unless the object's own times show it. */
const WRITTEN = "written";

/** The precision of the server's clock in HTTP headers. Times of objects may also be in whole seconds. */
const PRECISION_MS = 1_000;

/**
 * Records the time of a write that began at `begunAt` (of `performance.now`). Records nothing if the times of
 * the object, `dates`, already show that it was written since then.
 */
export function recordWritten({ run, call }: Operation<ResourceCall>, dates: Dates | null, begunAt: number) {
  const age = ageOf(dates?.last_updated_at ?? dates?.created_at, run);
  const isShown = age !== undefined && age <= performance.now() - begunAt + PRECISION_MS;
  call.private.set(WRITTEN, isShown ? undefined : new Date(timeNow(run)).toISOString());
}

/** Returns when an object of the state was last written; null if the provider does not know it. */
export function lastWrite(dates: Dates, call: ResourceCall): string | null {
  const shown = dates.last_updated_at ?? dates.created_at;
  const recorded = call.private.get(WRITTEN);
  if (typeof recorded !== "string") return shown;
  return isBefore(recorded, shown) === true ? shown : recorded;
}

/** Returns the time of the server's slowest clock, or of this machine. A wrong time only adds reads. */
function timeNow({ client }: Run): number {
  return client.earliestServerTime() ?? Date.now();
}

/** Returns the milliseconds since a write; undefined if the time of the write is unknown or unreadable. */
function ageOf(writtenAt: string | null | undefined, run: Run): number | undefined {
  const time = timeOf(writtenAt);
  return time && timeNow(run) - time.ms;
}

/** Returns how long reads and lists may still lack a write that ended at `writtenAt`, in milliseconds. */
export function leftToShow(writtenAt: string | null | undefined, run: Run): number {
  const { visibilityTimeoutMs: timeoutMs } = run.settings;
  const age = ageOf(writtenAt, run) ?? Infinity;
  return age < timeoutMs ? Math.min(timeoutMs - age, timeoutMs) : 0;
}

/** Reports whether a write that ended at `writtenAt` was certainly visible `msAgo` milliseconds ago. */
export function hadToShow(writtenAt: string | null, msAgo: number, run: Run): boolean {
  const age = ageOf(writtenAt, run);
  return age !== undefined && age - msAgo >= run.settings.visibilityTimeoutMs;
}
