import type { Figure } from "../figure";
import { seconds } from "../measure";
import { ratio } from "../report";
import { inRounds, ratios } from "../statistics";
import { peakMemory } from "../usage";

/** Compares the growth of a plan's cost with the number of resources to the floor's growth. */
export const growth: Figure = async ({ rounds, stacks }) => {
  const ours = {
    few: await stacks.ours(100),
    many: await stacks.ours(1000),
    most: await stacks.ours(5000),
  };
  const floor = {
    few: await stacks.floor(100),
    many: await stacks.floor(1000),
    most: await stacks.floor(5000),
  };
  const plans = await inRounds(rounds(3, 1), {
    floorFew: () => floor.few.plan(),
    oursFew: () => ours.few.plan(),
    floorMany: () => floor.many.plan(),
    oursMany: () => ours.many.plan(),
    floorMost: () => floor.most.plan(),
    oursMost: () => ours.most.plan(),
  });
  const own = {
    ours: ratios(plans.oursMost, plans.oursMany, seconds),
    floor: ratios(plans.floorMost, plans.floorMany, seconds),
  };
  return {
    results: [
      ratio("growth", "plan of 100, against the floor", ratios(plans.oursFew, plans.floorFew, seconds)),
      ratio("growth", "plan of 5000, against the floor", ratios(plans.oursMost, plans.floorMost, seconds)),
      ratio("growth", "plan of 5000 against plan of 1000", own.ours),
      ratio("growth", "plan of 5000 against plan of 1000, the floor", own.floor),
      ratio(
        "growth",
        "plan of 5000 against plan of 1000, against the floor's",
        ratios(own.ours, own.floor, (growth) => growth),
        1,
      ),
      peakMemory("growth", "plan of 5000, peak memory of the provider", plans.oursMost, 160),
    ],
  };
};
