import type { Figure } from "../figure";
import { cpuSeconds, seconds } from "../measure";
import { ratio } from "../report";
import { inRounds, ratios } from "../statistics";
import { cpuTime, peakMemory } from "../usage";

const COUNT = 1000;

export const plan: Figure = async ({ rounds, stacks }) => {
  const [floor, ours, echo] = [await stacks.floor(COUNT), await stacks.ours(COUNT), await stacks.echo(COUNT)];
  const leanFloor = await stacks.leanFloor(COUNT);
  const plans = await inRounds(rounds(21, 3), {
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
  return {
    results: [
      ratio("plan", `${title}, against the floor`, ratios(plans.ours, plans.floor, seconds), 2),
      ratio("plan", `${title}, against the echo`, ratios(plans.ours, plans.echo, seconds), 1.15),
      ratio("plan", `${title}, the echo against the floor`, ratios(plans.echo, plans.floor, seconds)),
      ratio("plan", `${title}, against the lean floor`, ratios(plans.ours, plans.leanFloor, seconds)),
      ratio("plan", `${title}, CPU time against the floor`, ratios(plans.ours, plans.floor, cpuSeconds)),
      ratio("plan", `${title}, CPU time against the echo`, ratios(plans.ours, plans.echo, cpuSeconds)),
      ratio(
        "plan",
        `refresh-only plan of ${COUNT}, 0 ms, against the floor`,
        ratios(refreshes.ours, refreshes.floor, seconds),
      ),
      cpuTime("plan", `${title}, CPU time of the provider for 1,000 resources`, plans.ours, COUNT),
      peakMemory("plan", `${title}, peak memory of the provider`, plans.ours),
    ],
  };
};
