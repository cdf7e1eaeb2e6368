import type { Figure } from "../figure";
import { seconds } from "../measure";
import { ratio, type Result } from "../report";
import { inRounds, ratios } from "../statistics";

const COUNT = 1000;

/** Goals for a plan by latency in milliseconds, as multiples of the floor's time. The floor calls no API. */
const GOALS: Readonly<Record<number, number>> = { 50: 3, 200: 6 };

export const latency: Figure = async ({ quick, rounds, stacks }) => {
  const [floor, ours] = [await stacks.floor(COUNT), await stacks.ours(COUNT)];
  const results: Result[] = [];
  for (const ms of quick ? [50] : [50, 200]) {
    await ours.api!.setLatency(ms);
    const plans = await inRounds(ms === 50 ? rounds(3, 1) : rounds(1, 1), {
      floor: () => floor.plan(),
      ours: () => ours.plan(),
    });
    const title = `plan of ${COUNT}, ${ms} ms`;
    results.push(
      ratio("latency", `${title}, against the floor`, ratios(plans.ours, plans.floor, seconds), GOALS[ms]),
    );
    if (quick) continue;
    const refreshes = await inRounds(rounds(1, 1), {
      floor: () => floor.refreshOnly(),
      ours: () => ours.refreshOnly(),
    });
    results.push(
      ratio(
        "latency",
        `refresh-only ${title}, against the floor`,
        ratios(refreshes.ours, refreshes.floor, seconds),
      ),
    );
  }
  await ours.api!.setLatency(0);
  return { results };
};
