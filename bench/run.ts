// Measures the figures that have goals in docs/guides/performance.md, on this machine:
//
//   npm run bench [-- --quick] [--only start,plan] [--rounds 5] [--node path/to/another/node]
//
// Prints a table and writes bench/results.json, whose shape is `Results` below.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Bench, Figure } from "./figure";
import { apply } from "./figures/apply";
import { calls } from "./figures/calls";
import { exportFigure } from "./figures/export";
import { latency } from "./figures/latency";
import { packageSize } from "./figures/package";
import { plan } from "./figures/plan";
import { quota } from "./figures/quota";
import { review } from "./figures/review";
import { start } from "./figures/start";
import { synth } from "./figures/synth";
import { isMet, type Report, type Result, tableOf, wordsOf } from "./report";
import { root } from "./root";
import { cleanUpAtTheEnd } from "./scratch";
import { Stacks } from "./stacks";

/** Figures in the order of measurement. A quick run shortens some figures. */
const figures: Readonly<Record<string, Figure>> = {
  start,
  package: packageSize,
  plan,
  latency,
  calls,
  synth,
  apply,
  export: exportFigure,
  review,
  quota,
};
/** A quota takes 10 minutes, nearly all of it waiting. A review plans 3,000 updates, and a browser opens its page. */
const onRequest = ["quota", "review"];

interface Results extends Report {
  readonly at: string;
  readonly machine: { readonly cpu: string; readonly cores: number };
  readonly node: string;
  readonly terraform: string;
  readonly quick: boolean;
  readonly seconds: number;
}

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string" },
    node: { type: "string" },
  },
});

function chosenFigures(): string[] {
  const all = Object.keys(figures);
  if (options.only === undefined) return all.filter((name) => !onRequest.includes(name));
  const chosen = options.only.split(",");
  const unknown = chosen.filter((name) => !all.includes(name));
  if (unknown.length === 0) return chosen;
  throw new Error(`--only takes some of ${all.join(",")}, and not ${unknown.join(",")}.`);
}

function givenRounds(): number | undefined {
  if (options.rounds === undefined) return undefined;
  const rounds = Number(options.rounds);
  if (Number.isSafeInteger(rounds) && rounds > 0) return rounds;
  throw new Error("--rounds takes a whole number from 1.");
}

/** The launcher finds Node.js on PATH, so the chosen Node.js comes first. */
function useNode(): string {
  const node = resolve(options.node ?? process.execPath);
  process.env["PATH"] = [dirname(node), process.env["PATH"]].join(delimiter);
  return node;
}

async function main(): Promise<void> {
  const chosen = chosenFigures();
  const rounds = givenRounds();
  cleanUpAtTheEnd();
  const { quick } = options;
  const bench: Bench = {
    quick,
    rounds: (full, few) => rounds ?? (quick ? few : full),
    stacks: new Stacks(),
    node: useNode(),
  };
  const begin = performance.now();
  const results: Result[] = [];
  for (const name of chosen) {
    const since = performance.now();
    results.push(...(await figures[name]!(bench)).results);
    console.error(`${name}: ${((performance.now() - since) / 1000).toFixed(0)} s`);
  }
  write({ ...about(bench), seconds: Math.round((performance.now() - begin) / 1000), results });
  if (results.length > 0) console.log(tableOf(results));
  const words = wordsOf(results);
  if (words !== "") console.log(`\n${words}`);
  const missed = results.filter((result) => isMet(result) === false).length;
  if (missed > 0) console.log(`\n${missed} of the goals are missed.`);
}

function about({ node, quick }: Bench): Omit<Results, "seconds" | "results"> {
  const processors = cpus();
  const terraform = JSON.parse(execFileSync("terraform", ["version", "-json"], { encoding: "utf8" })) as {
    terraform_version: string;
  };
  return {
    at: new Date().toISOString(),
    machine: { cpu: processors[0]?.model ?? "unknown", cores: processors.length },
    node: execFileSync(node, ["--version"], { encoding: "utf8" }).trim(),
    terraform: terraform.terraform_version,
    quick,
  };
}

function write(results: Results): void {
  writeFileSync(join(root, "bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
