import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../figure";
import { measure } from "../measure";
import { ratio } from "../report";
import { root } from "../root";
import { scratchFolder } from "../scratch";
import { inRounds, median, ratios } from "../statistics";

const RESOURCES = 1000;
const STACKS = 20;

type Kind = "ours" | "plain";

/** Compares synth of this package's constructs with synth of cdktf's own classes with the same content. */
export const synth: Figure = async ({ rounds }) => {
  const many = await inRounds(rounds(5, 1), {
    plain: () => synthesize("plain", 1, RESOURCES, scratchFolder("synth")),
    ours: () => synthesize("ours", 1, RESOURCES, scratchFolder("synth")),
  });
  const first = { plain: scratchFolder("stacks"), ours: scratchFolder("stacks") };
  const fresh = await inRounds(rounds(5, 1), {
    plain: () => synthesize("plain", STACKS, 0, scratchFolder("stacks")),
    ours: () => synthesize("ours", STACKS, 0, scratchFolder("stacks")),
  });
  for (const kind of ["plain", "ours"] as const) await synthesize(kind, STACKS, 0, first[kind]);
  const again = await inRounds(rounds(5, 1), {
    plain: () => synthesize("plain", STACKS, 0, first.plain),
    ours: () => synthesize("ours", STACKS, 0, first.ours),
  });
  const placed = (runs: Record<Kind, number[]>) =>
    runs.ours.map((time, i) => (time - runs.plain[i]!) / STACKS);
  const perStack = (what: string, samples: number[]) => ({
    figure: "synth",
    what,
    value: median(samples) * 1000,
    unit: "ms" as const,
    samples: samples.map((seconds) => seconds * 1000),
  });
  return {
    results: [
      ratio(
        "synth",
        `${RESOURCES} OutreachSnippet against ${RESOURCES} plain TerraformResource`,
        ratios(many.ours, many.plain, (seconds) => seconds),
      ),
      perStack("placing the provider, for each new stack", placed(fresh)),
      perStack("placing the provider, for each stack that has it", placed(again)),
    ],
  };
};

async function synthesize(kind: Kind, stacks: number, resources: number, folder: string): Promise<number> {
  const script = join(root, "bench/synth.cjs");
  const command = [process.execPath, script, kind, `${stacks}`, `${resources}`] as const;
  await measure({ command, folder, env: process.env });
  return Number(readFileSync(join(folder, "output.txt"), "utf8"));
}
