import { type Figure } from "../figure";
import { ratio, type Result } from "../report";
import { inRounds, median, ratios } from "../statistics";
import { Stack, type StackMeasure } from "../stack";

/** Creating and destroying everything, with every safety check on. Terraform itself writes the state after each. */
export const apply: Figure = async ({ quick, rounds }) => {
  const count = quick ? 300 : 1000;
  const floor = await Stack.create("floor", count);
  const ours = await Stack.create("ours", count);
  const results: Result[] = [];
  for (const ms of quick ? [0] : [0, 50]) {
    const runs = await inRounds(ms === 0 ? rounds(2, 1) : rounds(1, 1), {
      floor: () => cycle(floor, ms),
      ours: () => cycle(ours, ms),
    });
    const against = (of: (run: Cycle) => StackMeasure) =>
      ratios(runs.ours, runs.floor, (run) => of(run).seconds);
    const title = `of ${count}, ${ms} ms, against the floor`;
    results.push(
      ratio(
        "apply",
        `create ${title}`,
        against(({ create }) => create),
        ms === 0 ? 1.25 : undefined,
      ),
      ratio(
        "apply",
        `destroy ${title}`,
        against(({ destroy }) => destroy),
      ),
    );
    if (ms > 0) continue;
    const cpu = runs.ours.map(({ create }) => (create.provider.cpuSeconds * 1000) / count);
    const peaks = runs.ours.map(({ create }) => create.provider.peakMiB);
    results.push(
      {
        figure: "apply",
        what: "CPU time of the provider for 1,000 creates",
        value: median(cpu),
        unit: "s",
        samples: cpu,
      },
      {
        figure: "apply",
        what: `peak memory of the provider, ${count} creates`,
        value: Math.max(...peaks),
        unit: "MiB",
        samples: peaks,
      },
    );
  }
  return { results };
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
