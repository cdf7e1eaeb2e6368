import { type Figure } from "../figure";
import { ratio, type Result } from "../report";
import { inRounds, median, ratios } from "../statistics";
import { Stack, type StackMeasure } from "../stack";

/** A latency of 200 ms would take minutes, nearly all of them waiting: creates and deletes cannot be read ahead. */
const FULL_LATENCIES = [0, 50];

/** Creating and destroying everything, with every safety check on. Terraform itself writes the state after each. */
export const apply: Figure = async ({ quick, rounds }) => {
  const count = quick ? 300 : 1000;
  const floor = await Stack.create("floor", count);
  const ours = await Stack.create("ours", count);
  const latencies = quick ? [0] : FULL_LATENCIES;
  const contenders: Record<string, () => Promise<Cycle>> = { floor: () => cycle(floor, 0) };
  for (const ms of latencies) contenders[ms] = () => cycle(ours, ms);
  const runs = await inRounds(rounds(1, 1), contenders);
  const results = latencies.flatMap((ms) => {
    const against = (of: (run: Cycle) => number) => ratios(runs[ms]!, runs["floor"]!, of);
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
    ];
  });
  return { results: [...results, ...usageOf(count, runs["0"]!)] };
};

interface Cycle {
  readonly create: StackMeasure;
  readonly destroy: StackMeasure;
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
