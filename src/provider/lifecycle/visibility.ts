import type { ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import type { ManagedState, Partly } from "../run/object-kind";

/** What a state says of when its object was written. */
type Dates = Pick<Partly<ManagedState>, "last_updated_at" | "created_at">;

/** Private memory of a write whose time the server's own dates do not tell: the time of its end by the server, ISO 8601. */
const WRITTEN = "written";

/** Dates may be in whole seconds, and so is the server's clock as we know it. */
const PRECISION_MS = 1_000;

/**
 * Notes when a write was, unless the dates that were read after it tell: they may be of another clock, without an offset, or
 * missing, and without a read back there are none. It was sent after `begunAt`, in milliseconds of `performance.now`.
 */
export function noteWritten(
  dates: Dates | null,
  begunAt: number,
  workspace: Workspace,
  call: ResourceCall,
): void {
  const age = ageOf(dates && dateOf(dates), workspace);
  const isTold = age !== undefined && age <= performance.now() - begunAt + PRECISION_MS;
  call.private.set(WRITTEN, isTold ? undefined : new Date(timeNow(workspace)).toISOString());
}

/** When an object of the state was last written, as far as the provider knows; null where it does not. */
export function lastWrite(dates: Dates, call: ResourceCall): string | null {
  const told = dateOf(dates);
  const noted = call.private.get(WRITTEN);
  if (typeof noted !== "string") return told;
  return told !== null && timeOf(told) > timeOf(noted) ? told : noted;
}

/** Whether the first date is before the second; undefined where that cannot be told. */
export function isBefore(first: string | null, second: string | null): boolean | undefined {
  if (first === null || second === null) return undefined;
  const ahead = timeOf(second) - timeOf(first);
  return Number.isNaN(ahead) ? undefined : ahead > 0;
}

function dateOf({ last_updated_at, created_at }: Dates): string | null {
  return last_updated_at ?? created_at;
}

/** An offset from UTC at the end of a time. */
const OFFSET = /(Z|[+-]\d\d(:?\d\d)?)$/i;

/** Milliseconds since 1970. A time without an offset is taken for UTC, as servers mostly mean it, and not for this machine's own. */
function timeOf(date: string): number {
  const isLocal = date.includes(":") && !OFFSET.test(date);
  return Date.parse(isLocal ? `${date}Z` : date);
}

/**
 * By the server's clock, or by this machine's where no answer tells that. Of several clocks, the one that is furthest behind:
 * what counts as written a moment ago is only looked for again.
 */
function timeNow({ client }: Workspace): number {
  return client.earliestServerTime() ?? Date.now();
}

/** Milliseconds since a write; undefined where that cannot be told. */
function ageOf(writtenAt: string | null, workspace: Workspace): number | undefined {
  if (writtenAt === null) return undefined;
  const age = timeNow(workspace) - timeOf(writtenAt);
  return Number.isNaN(age) ? undefined : age;
}

/**
 * How many milliseconds a write of this time may still take to show. A run right after the one that created an object
 * may meet a copy of the data that does not know of it yet, in reads and lists alike.
 */
export function leftToShow(writtenAt: string | null, workspace: Workspace): number {
  const { visibilityTimeoutMs: timeoutMs } = workspace;
  const age = ageOf(writtenAt, workspace) ?? Infinity;
  return age < timeoutMs ? Math.min(timeoutMs - age, timeoutMs) : 0;
}

/** Whether a write of this time surely showed so many milliseconds ago. */
export function hadToShow(writtenAt: string | null, msAgo: number, workspace: Workspace): boolean {
  const age = ageOf(writtenAt, workspace);
  return age !== undefined && age - msAgo >= workspace.visibilityTimeoutMs;
}
