import type { Figure } from "../figure";
import { ratio, type Result } from "../report";
import { inRounds, median, ratios } from "../statistics";
import { Stack, type StackMeasure } from "../stack";

/**
 * Creating and destroying everything, with every safety check on. Terraform itself writes the state after each. Creates
 * and deletes cannot be read ahead, so at 200 ms they take minutes, nearly all of them waiting: fewer tell as much.
 */
export const apply: Figure = async ({ quick, rounds }) => {
  if (quick) return { results: await cycles(300, 0, rounds(1, 1)) };
  return {
    results: [
      ...(await cycles(1000, 0, rounds(2, 1))),
      ...(await cycles(1000, 50, rounds(1, 1))),
      ...(await cycles(300, 200, rounds(1, 1))),
    ],
  };
};

interface Cycle {
  readonly create: StackMeasure;
  readonly destroy: StackMeasure;
}

async function cycles(count: number, ms: number, times: number): Promise<Result[]> {
  const floor = await Stack.create("floor", count);
  const ours = await Stack.create("ours", count);
  const runs = await inRounds(times, { floor: () => cycle(floor, 0), ours: () => cycle(ours, ms) });
  const against = (of: (run: Cycle) => number) => ratios(runs.ours, runs.floor, of);
  const title = `of ${count}, ${ms} ms`;
  return [
    ratio(
      "apply",
      `create ${title}, against the floor`,
      against(({ create }) => create.seconds),
      goalOf(count, ms),
    ),
    ratio(
      "apply",
      `create ${title}, CPU time against the floor`,
      against(({ create }) => create.cpuSeconds),
    ),
    ratio(
      "apply",
      `destroy ${title}, against the floor`,
      against(({ destroy }) => destroy.seconds),
    ),
    ...(ms === 0 ? usageOf(count, runs.ours) : []),
  ];
}

async function cycle(stack: Stack, ms: number): Promise<Cycle> {
  await stack.forget();
  await stack.api?.setLatency(ms);
  return { create: await stack.apply(), destroy: await stack.destroy() };
}

/** The goal is one for 1,000 creates: the floor itself grows faster than their number. */
function goalOf(count: number, ms: number): number | undefined {
  return count === 1000 && ms === 0 ? 1.25 : undefined;
}

function usageOf(count: number, runs: readonly Cycle[]): Result[] {
  const cpu = runs.map(({ create }) => (create.provider.cpuSeconds * 1000) / count);
  const peaks = runs.map(({ create }) => create.provider.peakMiB);
  const figure = "apply";
  return [
    {
      figure,
      what: "CPU time of the provider for 1,000 creates",
      value: median(cpu),
      unit: "s",
      samples: cpu,
    },
    {
      figure,
      what: `peak memory of the provider, ${count} creates`,
      value: Math.max(...peaks),
      unit: "MiB",
      samples: peaks,
    },
  ];
}
