import type { Figure } from "../figure";
import { cpuSeconds, seconds } from "../measure";
import { ratio, type Result } from "../report";
import { inRounds, ratios } from "../statistics";
import { Stack, type StackMeasure } from "../stack";
import { cpuTime, peakMemory } from "../usage";

/**
 * Measures the create and the destroy of all resources, with every safety check on. Writes at 200 ms take
 * minutes, nearly all of it waiting, so 300 resources suffice.
 */
export const apply: Figure = async ({ quick, rounds }) => {
  if (quick) return { results: await writes(300, [0], rounds(1, 1)) };
  return {
    results: [...(await writes(1000, [0, 50], rounds(2, 1))), ...(await writes(300, [200], rounds(1, 1)))],
  };
};

interface Writes {
  readonly creates: readonly StackMeasure[];
  /** A destroy has no goal, so one run suffices. */
  readonly destroy: StackMeasure;
}

/**
 * Only the first latency is measured in rounds. The floor calls no API, so later latencies are compared with
 * its last run.
 */
async function writes(
  count: number,
  latencies: readonly [number, ...number[]],
  times: number,
): Promise<Result[]> {
  const floor = await Stack.create("floor", count);
  const ours = await Stack.create("ours", count);
  const [first, ...later] = latencies;
  const rounds = await inRounds(times, { floor: () => create(floor, 0), ours: () => create(ours, first) });
  const ofFloor: Writes = { creates: rounds.floor, destroy: await floor.destroy() };
  const measured = [{ ms: first, creates: rounds.ours, destroy: await ours.destroy() }];
  for (const ms of later) {
    measured.push({ ms, creates: [await create(ours, ms)], destroy: await ours.destroy() });
  }
  return measured.flatMap(({ ms, ...ofOurs }) => [
    ...against(ofFloor, ofOurs, count, ms),
    ...(ms === 0 ? usageOf(ofOurs.creates, count) : []),
  ]);
}

async function create(stack: Stack, ms: number): Promise<StackMeasure> {
  await stack.forget();
  await stack.api?.setLatency(ms);
  return stack.apply();
}

function against(floor: Writes, ours: Writes, count: number, ms: number): Result[] {
  const last = floor.creates.slice(-ours.creates.length);
  const title = `of ${count}, ${ms} ms`;
  return [
    ratio(
      "apply",
      `create ${title}, against the floor`,
      ratios(ours.creates, last, seconds),
      goalOf(count, ms),
    ),
    ratio("apply", `create ${title}, CPU time against the floor`, ratios(ours.creates, last, cpuSeconds)),
    ratio("apply", `destroy ${title}, against the floor`, ratios([ours.destroy], [floor.destroy], seconds)),
  ];
}

/** The time of the floor is not proportional, so only 1,000 creates have a goal. */
function goalOf(count: number, ms: number): number | undefined {
  return count === 1000 && ms === 0 ? 1.25 : undefined;
}

function usageOf(creates: readonly StackMeasure[], count: number): Result[] {
  return [
    cpuTime("apply", "CPU time of the provider for 1,000 creates", creates, count),
    peakMemory("apply", `peak memory of the provider, ${count} creates`, creates),
  ];
}
