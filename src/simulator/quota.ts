import type { EffectOf } from "./fault-rules";

/** Counts calls against a quota. Times are in milliseconds since 1970. */
export interface Quota {
  /** Counts a call. Returns 0 if the quota allows it, otherwise the milliseconds until it allows a call. */
  take(now: number): number;
}

export function quotaOf({ calls, perMs, method = "fixed-window" }: EffectOf<"quota">): Quota {
  switch (method) {
    case "fixed-window":
      return new FixedWindow(calls, perMs);
    case "sliding-window":
      return new SlidingWindow(calls, perMs);
    case "token-bucket":
      return new TokenBucket(calls, perMs);
  }
}

/** Allows `calls` calls in each window. The first call after a window begins the next one. */
class FixedWindow implements Quota {
  #endsAt = 0;
  #taken = 0;

  constructor(
    readonly calls: number,
    readonly perMs: number,
  ) {}

  take(now: number): number {
    if (now >= this.#endsAt) {
      this.#endsAt = now + this.perMs;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= this.calls ? 0 : this.#endsAt - now;
  }
}

/** Allows a call if fewer than `calls` calls were allowed in the `perMs` milliseconds before it. */
class SlidingWindow implements Quota {
  readonly #allowedAt: number[] = [];

  constructor(
    readonly calls: number,
    readonly perMs: number,
  ) {}

  take(now: number): number {
    while ((this.#allowedAt[0] ?? Infinity) <= now - this.perMs) this.#allowedAt.shift();
    if (this.#allowedAt.length >= this.calls) return (this.#allowedAt[0] ?? now) + this.perMs - now;
    this.#allowedAt.push(now);
    return 0;
  }
}

/** Allows a call for each token. The bucket begins with `calls` tokens, and refills in `perMs` milliseconds. */
class TokenBucket implements Quota {
  #tokens: number;
  #filledAt: number | undefined;

  constructor(
    readonly calls: number,
    readonly perMs: number,
  ) {
    this.#tokens = calls;
  }

  take(now: number): number {
    const msPerToken = this.perMs / this.calls;
    this.#tokens = Math.min(this.calls, this.#tokens + (now - (this.#filledAt ?? now)) / msPerToken);
    this.#filledAt = now;
    if (this.#tokens < 1) return this.calls === 0 ? this.perMs : Math.ceil((1 - this.#tokens) * msPerToken);
    this.#tokens -= 1;
    return 0;
  }
}
