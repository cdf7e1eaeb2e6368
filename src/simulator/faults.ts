import { type OperationName, operations, requestFields } from "../api";
import { type EffectOf, type FaultEffect, type FaultRule, parseFaultRule } from "./fault-rules";
import type { Randomness } from "./common";
import { isObject } from "../util/json";

export interface Strike {
  readonly rule: string;
  readonly effect: Exclude<FaultEffect, { type: "quota" }>;
}

/** A rule, with the number of calls that it matched and the number of calls that got its fault. */
export interface FaultReport {
  readonly id: string;
  readonly rule: FaultRule;
  readonly matched: number;
  readonly struck: number;
}

type Active = { -readonly [K in keyof FaultReport]: FaultReport[K] } & { readonly quota: Quota | undefined };

export class Faults {
  readonly #active: Active[] = [];
  #added = 0;

  constructor(
    readonly randomness: Randomness,
    readonly now: () => Date,
  ) {}

  add(input: unknown): string {
    const rule = parseFaultRule(input);
    this.#added += 1;
    const id = `fault-${this.#added}`;
    const quota = rule.effect.type === "quota" ? quotaOf(rule.effect) : undefined;
    this.#active.push({ id, rule, matched: 0, struck: 0, quota });
    return id;
  }

  clear(id?: string): void {
    const kept = id === undefined ? [] : this.#active.filter((active) => active.id !== id);
    this.#active.splice(0, this.#active.length, ...kept);
  }

  list(): FaultReport[] {
    return this.#active.map(({ id, rule, matched, struck }) => ({ id, rule, matched, struck }));
  }

  strike(name: OperationName, body: unknown): Strike[] {
    const strikes: Strike[] = [];
    for (const active of this.#active) {
      if (!matches(active.rule, name, body)) continue;
      active.matched += 1;
      const effect = this.#isDue(active) ? this.#effectOf(active) : undefined;
      if (effect === undefined) continue;
      active.struck += 1;
      strikes.push({ rule: active.id, effect });
    }
    return strikes;
  }

  #isDue({ id, rule, matched, struck }: Active): boolean {
    if (matched < (rule.nth ?? 1)) return false;
    if (struck >= (rule.times ?? (rule.nth === undefined ? Infinity : 1))) return false;
    const drawn = Number(`0x${this.randomness(id, matched).slice(0, 12)}`) / 2 ** 48;
    return drawn < (rule.probability ?? 1);
  }

  #effectOf({ rule: { effect }, quota }: Active): Strike["effect"] | undefined {
    if (effect.type !== "quota") return effect;
    const waitMs = quota?.(this.now().getTime()) ?? 0;
    if (waitMs === 0) return undefined;
    const { status = 429, retryAfter = true } = effect;
    return { type: "throttle", status, ...(retryAfter && { retryAfter: Math.ceil(waitMs / 1000) }) };
  }
}

function matches({ operation, match }: FaultRule, name: OperationName, body: unknown): boolean {
  if (operation !== undefined && ![operation].flat().includes(name)) return false;
  const fields = requestFields(operations[name]);
  return Object.entries(match ?? {}).every(([property, value]) => {
    const wire = fields[property]?.wire;
    return wire !== undefined && isObject(body) && body[wire] === value;
  });
}

/** `now` is in ms since 1970. Returns 0 for an allowed call, or the ms until a call is allowed. */
type Quota = (now: number) => number;

export function quotaOf({ calls, perMs, method = "fixed-window" }: EffectOf<"quota">): Quota {
  if (method === "fixed-window") return fixedWindow(calls, perMs);
  return method === "sliding-window" ? slidingWindow(calls, perMs) : tokenBucket(calls, perMs);
}

function fixedWindow(calls: number, perMs: number): Quota {
  let [endsAt, taken] = [0, 0];
  return (now) => {
    if (now >= endsAt) [endsAt, taken] = [now + perMs, 0];
    taken += 1;
    return taken <= calls ? 0 : endsAt - now;
  };
}

function slidingWindow(calls: number, perMs: number): Quota {
  const allowedAt: number[] = [];
  return (now) => {
    while ((allowedAt[0] ?? Infinity) <= now - perMs) allowedAt.shift();
    if (allowedAt.length >= calls) return (allowedAt[0] ?? now) + perMs - now;
    allowedAt.push(now);
    return 0;
  };
}

function tokenBucket(calls: number, perMs: number): Quota {
  const msPerToken = perMs / Math.max(calls, 1);
  let [tokens, filledAt] = [calls, 0];
  return (now) => {
    tokens = Math.min(calls, tokens + (now - filledAt) / msPerToken);
    filledAt = now;
    if (tokens < 1) return Math.ceil((1 - tokens) * msPerToken);
    tokens -= 1;
    return 0;
  };
}
