// Random programs under random faults and kills, through the real engine:
//
//   npm run chaos -- --runs 300 --seed any-text [--parallel 2] [--story]
//   npm run chaos -- --seed any-text --only 17 [--without 3,2.ending,dialect] [--keep]
//
// Seed and index decide everything about a run except the timing of the machine. A failure prints how to
// replay it, without the parts of the program that it does not need. `--keep` leaves the folder of the run,
// `--story` prints what happened in runs that pass too.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Installation } from "./bench";
import { execute, type Report } from "./execute";
import { engineProgramOf } from "../programs/generate-engine";
import { partsOf, without } from "../programs/parts";
import type { Program } from "../programs/program";

/** How many runs the search for a smaller program may take. */
const MAX_SHRINKS = 40;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: `${availableParallelism()}` },
    only: { type: "string" },
    without: { type: "string", default: "" },
    keep: { type: "boolean", default: false },
    story: { type: "boolean", default: false },
  },
});
const { seed, keep } = values;
const left = new Set(values.without.split(",").filter((part) => part !== ""));
const covered = new Map<string, number>();
let passed = 0;
let failed = 0;
let stopping = false;

async function main(): Promise<void> {
  const installation = new Installation();
  // What runs comes to its own end: it removes its folder then and leaves no process behind.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (stopping = true));
  try {
    await installation.prepare();
    if (values.only !== undefined) await runOne(count("only"), installation);
    else await inParallel((index) => runOne(index, installation));
  } finally {
    installation.dispose();
  }
  for (const [what, times] of [...covered].sort()) console.log(`${String(times).padStart(6)}  ${what}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function count(option: "runs" | "parallel" | "only"): number {
  const number = Number(values[option]);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${option} takes a whole number from 0.`);
  return number;
}

async function inParallel(run: (index: number) => Promise<void>): Promise<void> {
  const runs = count("runs");
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < runs && !stopping) await run(next++);
  };
  await Promise.all(Array.from({ length: count("parallel") }, worker));
}

async function runOne(index: number, installation: Installation): Promise<void> {
  const program = engineProgramOf(seed, index);
  const begin = performance.now();
  const report = await execute(without(program, left), index, installation, keep);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  for (const what of report.covered) covered.set(what, (covered.get(what) ?? 0) + 1);
  if (report.folder !== undefined) console.log(`run ${index} is kept in ${report.folder}`);
  if (report.violation === undefined) {
    passed += 1;
    console.log([`run ${index} passed in ${seconds} s`, ...(values.story ? report.story : [])].join("\n"));
    return;
  }
  failed += 1;
  console.log(`run ${index} FAILED in ${seconds} s: ${report.violation}\n${report.story.join("\n")}`);
  if (values.only === undefined) await shrink(program, index, report, installation);
}

/** Leaves out what the failure does not need. One that depends on timing may not recur: this is no proof. */
async function shrink(
  program: Program,
  index: number,
  first: Report,
  installation: Installation,
): Promise<void> {
  const needless = new Set<string>();
  let smallest = first;
  for (const part of partsOf(program).slice(0, MAX_SHRINKS)) {
    if (stopping) break;
    if ([...needless].some((whole) => part.startsWith(`${whole}.`))) continue;
    const report = await execute(without(program, new Set([...needless, part])), index, installation);
    if (report.violation === undefined || kindOf(report) !== kindOf(first)) continue;
    needless.add(part);
    smallest = report;
  }
  const mask = needless.size === 0 ? "" : ` --without ${[...needless].join(",")}`;
  console.log(`replay of run ${index}: npm run chaos -- --seed ${seed} --only ${index}${mask}`);
  console.log(JSON.stringify(without(program, needless), null, 1));
  console.log(`${smallest.story.join("\n")}\n${smallest.violation}`);
}

/** The same for all failures of one kind: the message without what differs from run to run. */
function kindOf({ violation = "" }: Report): string {
  return violation.split("\n")[0]!.replace(/".*"|\S*\d\S*/g, "");
}

void main();
