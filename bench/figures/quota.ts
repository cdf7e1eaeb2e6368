import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultEffect } from "../../src/simulator";
import type { Figure } from "../figure";
import { root } from "../root";
import { ratio, type Result } from "../report";
import { median } from "../statistics";
import { LimitedRuns, type Measured, type Variant } from "../limited-run";

type Quota = Extract<FaultEffect, { type: "quota" }>;

/** All runs together make at most this many calls a second, because more calls would measure this machine. */
const MAX_CALLS_PER_SECOND = 400;

/** The start of a provider takes half a second of CPU time. */
const BETWEEN_STARTS_MS = 1_000;

const GOALS = { plan: 1.25, apply: 1.4 } as const;
const MAX_REFUSED = 3;

/**
 * The measured time is compared with the least time that the quota allows for the needed calls: a read for
 * each object of a plan, and a create and a read for each object of an apply. The value is the median of
 * twelve quotas. The table also shows the best and the worst of them.
 */
export const quota: Figure = async ({ quick, node }) => {
  const results: Result[] = [];
  const runs = new LimitedRuns([node, join(root, "dist/provider/provider.cjs")]);
  for (const perSecond of quick ? [40] : [20, 40, 100]) {
    for (const count of quick ? [200] : [200, 1000]) {
      const atATime = Math.floor(MAX_CALLS_PER_SECOND / perSecond);
      const measured = await inBatches(variants(perSecond), atATime, (variant) =>
        runs.measure(variant, count),
      );
      for (const phase of ["apply", "plan"] as const) {
        results.push(...resultsOf(`${phase} of ${count} at ${perSecond} calls a second`, phase, measured));
      }
    }
  }
  return { results };
};

function variants(perSecond: number): Variant[] {
  const methods: NonNullable<Quota["method"]>[] = ["fixed-window", "sliding-window", "token-bucket"];
  return methods.flatMap((method) =>
    [429, 503].flatMap((status) =>
      [true, false].map((retryAfter) => ({ perSecond, method, status, retryAfter })),
    ),
  );
}

async function inBatches<T, R>(
  items: readonly T[],
  size: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    const started = items.slice(start, start + size).map(async (item, index) => {
      await sleep(index * BETWEEN_STARTS_MS);
      return run(item);
    });
    results.push(...(await Promise.all(started)));
  }
  return results;
}

function resultsOf(what: string, phase: "plan" | "apply", measured: readonly Measured[]): Result[] {
  const phases = measured.map((one) => one[phase]);
  const refused = phases.map((one) => 100 * one.refused);
  return [
    ratio(
      "quota",
      `${what}, time against the allowed time`,
      phases.map((one) => one.ratio),
      GOALS[phase],
    ),
    {
      figure: "quota",
      what: `${what}, refused after a second`,
      value: median(refused),
      unit: "%",
      goal: MAX_REFUSED,
      samples: refused,
    },
  ];
}
