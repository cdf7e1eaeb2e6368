import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_CONCURRENT_REQUESTS } from "../../src/client";
import { Api } from "../api";
import type { Figure } from "../figure";
import { type Measure, measure, plainEnvironment, seconds } from "../measure";
import { readUsage } from "../provider";
import { ratio } from "../report";
import { PROBE, root } from "../root";
import { scratchFolder } from "../scratch";
import { inRounds, ratios } from "../statistics";

const CLUSTERS = 500;
const SNIPPETS = 4500;
const LATENCY_MS = 50;

interface Run extends Measure {
  readonly calls: number;
  readonly peakMiB: number;
}

/** The calls of the export wait 50 ms. */
export const exportFigure: Figure = async ({ rounds, node }) => {
  const api = await Api.start();
  await api.seedWorkspace(CLUSTERS, SNIPPETS);
  await api.warmUp();
  await api.setLatency(LATENCY_MS);
  await api.calls();
  const script = join(root, "dist/cli/cdktf-outreach.cjs");
  const floor = [join(root, "bench/export-floor.cjs"), `${DEFAULT_CONCURRENT_REQUESTS}`];
  const runs = await inRounds(rounds(3, 1), {
    floor: () => run(api, [node, ...floor, `${CLUSTERS + SNIPPETS}`]),
    ours: () => run(api, [node, script, "export"]),
  });
  const title = `export of ${CLUSTERS + SNIPPETS}, ${LATENCY_MS} ms`;
  const peaks = runs.ours.map(({ peakMiB }) => peakMiB);
  const result = { figure: "export", what: `${title}, peak memory`, unit: "MiB", goal: 200 } as const;
  return {
    results: [
      ratio(
        "export",
        `${title}, against a bare loop of as many requests at a time`,
        ratios(runs.ours, runs.floor, seconds),
        2,
      ),
      ratio(
        "export",
        `${title}, against the waiting alone`,
        runs.ours.map((one) => one.seconds / waiting(one)),
      ),
      { ...result, value: Math.max(...peaks), samples: peaks },
    ],
  };
};

/** Returns the seconds that the calls must wait with the default of max_concurrent_requests. */
function waiting({ calls }: Run): number {
  return (Math.ceil(calls / DEFAULT_CONCURRENT_REQUESTS) * LATENCY_MS) / 1000;
}

async function run(api: Api, command: readonly [string, ...string[]]): Promise<Run> {
  const folder = scratchFolder("export");
  const probe = join(folder, "probe");
  mkdirSync(probe);
  const env = { ...plainEnvironment(), ...api.settings, NODE_OPTIONS: `--require=${PROBE}` };
  const measured = await measure({ command, folder, env: { ...env, OUTREACH_BENCH_PROBE: probe } });
  const calls = await api.calls();
  if (calls < CLUSTERS + SNIPPETS) throw new Error(`A run over everything made only ${calls} calls.`);
  return { ...measured, calls, peakMiB: readUsage(probe).peakMiB };
}
