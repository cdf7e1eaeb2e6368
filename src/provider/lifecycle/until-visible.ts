import type { OutreachError } from "../../client";
import type { Creation } from "./lost-create-candidates";

/** How long lists may lack the object if a single 429 is the only sign of a rate limit, in milliseconds. */
const SINGLE_REFUSAL_MS = 2_000;

/**
 * Returns how long lists may lack the object of a failed create, in milliseconds since the failure. With 0, one
 * list decides. A server that limits the rate has not carried out the create that it refused. But a gateway may
 * have carried it out, or the server may show writes late: the refusals and lists of this run show which.
 */
export function untilVisibleMs({ kind, run }: Creation, error: OutreachError): number {
  const { visibilityTimeoutMs } = run.settings;
  if (!run.client.isForRate(error) || run.memory(kind).lag.isShown) return visibilityTimeoutMs;
  return run.client.limitsRate ? 0 : Math.min(SINGLE_REFUSAL_MS, visibilityTimeoutMs);
}
