import type { OutreachError } from "../../client";
import { WRITTEN } from "../../objects/private-state";
import { timeOf } from "../../objects/instant";
import type { Dates, VisibilityWindow } from "../../objects/visibility-window";
import type { HookCall, ResourceCall } from "../../sdk/framework";
import type { HookContext, Operation } from "../run/operation";
import type { Run } from "../run/run";

/** The precision of the server's clock in HTTP headers. Times of objects may also be in whole seconds. */
const PRECISION_MS = 1_000;

/** Records nothing if the times of the object show that it was written since `begunAt` (of `performance.now`). */
export function recordWritten(
  { run, call }: Operation<ResourceCall>,
  dates: Dates | null,
  begunAt: number,
): void {
  const now = timeNow(run);
  // A time in whole seconds is the start of its second.
  const time = timeOf(dates?.last_updated_at ?? dates?.created_at);
  const isShown = time !== undefined && now - time.ms <= performance.now() - begunAt + PRECISION_MS;
  // The header may be older than the clock. A write that is recorded too early would count as visible too early.
  const latest = new Date(now + PRECISION_MS);
  call.private.set(WRITTEN, isShown ? undefined : latest.toISOString());
}

/** Returns the time of the server's slowest clock, or of this machine. A wrong time only adds reads. */
function timeNow({ client }: Run): number {
  return client.earliestServerTime() ?? Date.now();
}

export function windowOf(run: Run): VisibilityWindow {
  return { now: timeNow(run), timeoutMs: run.settings.visibilityTimeoutMs };
}

/** How long lists may lack the object if a single 429 is the only sign of a rate limit, in milliseconds. */
const SINGLE_REFUSAL_MS = 2_000;

/**
 * Milliseconds since the failure. With 0, one list decides. A server that limits the rate has not carried out the create.
 * But a gateway may have, or the server may show writes late: the refusals and lists of this run show which.
 */
export function untilVisibleMs({ kind, run }: HookContext<HookCall>, error: OutreachError): number {
  const { visibilityTimeoutMs } = run.settings;
  if (!run.client.isForRate(error) || run.memory(kind).lag.isShown) return visibilityTimeoutMs;
  return run.client.limitsRate ? 0 : Math.min(SINGLE_REFUSAL_MS, visibilityTimeoutMs);
}
