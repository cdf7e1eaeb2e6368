import type { EffectOf } from "./fault-rules";

/** Counts a call at a time in ms since 1970. Returns 0 if it is allowed, else the ms until one is allowed. */
export type Quota = (now: number) => number;

const QUOTAS = {
  "fixed-window": fixedWindow,
  "sliding-window": slidingWindow,
  "token-bucket": tokenBucket,
} as const;

export function quotaOf({ calls, perMs, method = "fixed-window" }: EffectOf<"quota">): Quota {
  return QUOTAS[method](calls, perMs);
}

/** Allows `calls` calls in each window. The first call after a window begins the next one. */
function fixedWindow(calls: number, perMs: number): Quota {
  let [endsAt, taken] = [0, 0];
  return (now) => {
    if (now >= endsAt) [endsAt, taken] = [now + perMs, 0];
    taken += 1;
    return taken <= calls ? 0 : endsAt - now;
  };
}

/** Allows a call if fewer than `calls` calls were allowed in the `perMs` milliseconds before it. */
function slidingWindow(calls: number, perMs: number): Quota {
  const allowedAt: number[] = [];
  return (now) => {
    while ((allowedAt[0] ?? Infinity) <= now - perMs) allowedAt.shift();
    if (allowedAt.length >= calls) return (allowedAt[0] ?? now) + perMs - now;
    allowedAt.push(now);
    return 0;
  };
}

/** Allows a call for each token. The bucket begins with `calls` tokens, and refills in `perMs` milliseconds. */
function tokenBucket(calls: number, perMs: number): Quota {
  let tokens = calls;
  let filledAt: number | undefined;
  return (now) => {
    const msPerToken = perMs / calls;
    tokens = Math.min(calls, tokens + (now - (filledAt ?? now)) / msPerToken);
    filledAt = now;
    if (tokens < 1) return calls === 0 ? perMs : Math.ceil((1 - tokens) * msPerToken);
    tokens -= 1;
    return 0;
  };
}
