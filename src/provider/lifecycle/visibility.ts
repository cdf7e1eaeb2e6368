import type { ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import type { ManagedState, Partly } from "./object-kind";

/** Private memory of a write that could not be read back: the server's time at it, ISO 8601. The state has no date of it. */
const UNREAD_WRITE = "unread_write";

/** Notes that the write which ends here could not be read back. */
export function noteUnread({ client }: Workspace, call: ResourceCall): void {
  const now = client.serverTime();
  call.private.set(UNREAD_WRITE, now === undefined ? undefined : new Date(now).toISOString());
}

/** An object that was read has dates, or has none for ever. */
export function forgetUnread(call: ResourceCall): void {
  call.private.set(UNREAD_WRITE, undefined);
}

/** When an object of the state was last written, as far as the provider knows; null where it does not. */
export function lastWrite(
  { last_updated_at, created_at }: Pick<Partly<ManagedState>, "last_updated_at" | "created_at">,
  call: ResourceCall,
): string | null {
  if (last_updated_at !== null) return last_updated_at;
  const unread = call.private.get(UNREAD_WRITE);
  return typeof unread === "string" ? unread : created_at;
}

/** An offset from UTC at the end of a time. */
const OFFSET = /(Z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * Milliseconds by the server's clock since a write; undefined where that cannot be told. A time without an offset is
 * taken for UTC, as servers mostly mean it, and not for this machine's own.
 */
function ageOf(writtenAt: string | null, { client }: Workspace): number | undefined {
  if (writtenAt === null) return undefined;
  const isLocal = writtenAt.includes(":") && !OFFSET.test(writtenAt);
  const age = (client.serverTime() ?? Number.NaN) - Date.parse(isLocal ? `${writtenAt}Z` : writtenAt);
  return Number.isNaN(age) ? undefined : age;
}

/**
 * How many milliseconds a write of this time may still take to show. A run right behind the one that created an object
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
