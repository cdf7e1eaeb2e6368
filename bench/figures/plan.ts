import type { Figure } from "../figure";
import { seconds } from "../measure";
import { ratio } from "../report";
import { inRounds, median, ratios } from "../statistics";
import type { StackMeasure } from "../stack";

const COUNT = 1000;

/** Nothing has changed and no call waits: what the provider's own work costs. */
export const plan: Figure = async ({ rounds, stacks }) => {
  const [floor, ours, echo] = [await stacks.floor(COUNT), await stacks.ours(COUNT), await stacks.echo(COUNT)];
  const leanFloor = await stacks.leanFloor(COUNT);
  const times = rounds(9, 3);
  const plans = await inRounds(times, {
    floor: () => floor.plan(),
    ours: () => ours.plan(),
    echo: () => echo.plan(),
    leanFloor: () => leanFloor.plan(),
  });
  const refreshes = await inRounds(rounds(3, 1), {
    floor: () => floor.refreshOnly(),
    ours: () => ours.refreshOnly(),
  });
  const title = `plan of ${COUNT}, 0 ms`;
  const provider = (of: (measure: StackMeasure) => number) => plans.ours.map(of);
  const usage = {
    cpu: provider((run) => (run.provider.cpuSeconds * 1000) / COUNT),
    peak: provider((run) => run.provider.peakMiB),
  };
  return {
    results: [
      ratio("plan", `${title}, against the floor`, ratios(plans.ours, plans.floor, seconds), 2),
      ratio("plan", `${title}, against the echo`, ratios(plans.ours, plans.echo, seconds), 1.15),
      ratio("plan", `${title}, the echo against the floor`, ratios(plans.echo, plans.floor, seconds)),
      ratio("plan", `${title}, against the lean floor`, ratios(plans.ours, plans.leanFloor, seconds)),
      ratio("plan", `${title}, CPU time against the floor`, ratios(plans.ours, plans.floor, cpu)),
      ratio("plan", `${title}, CPU time against the echo`, ratios(plans.ours, plans.echo, cpu)),
      ratio(
        "plan",
        `refresh-only plan of ${COUNT}, 0 ms, against the floor`,
        ratios(refreshes.ours, refreshes.floor, seconds),
      ),
      {
        figure: "plan",
        what: `${title}, CPU time of the provider for 1,000 resources`,
        value: median(usage.cpu),
        unit: "s",
        samples: usage.cpu,
      },
      {
        figure: "plan",
        what: `${title}, peak memory of the provider`,
        value: Math.max(...usage.peak),
        unit: "MiB",
        samples: usage.peak,
      },
    ],
  };
};

const cpu = (run: StackMeasure): number => run.cpuSeconds;
