import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { execute, Installation, type Report } from "./execute";
import { generateProgram } from "./generate";
import { partsOf, without, type Program } from "./program";

/** Runs that looking for a smaller program may take. */
const MOST_SHRINKS = 40;

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
const installation = new Installation();
const coverage = new Map<string, number>();
let passed = 0;
let failed = 0;

async function main(): Promise<void> {
  await installation.prepare();
  try {
    if (values.only === undefined) await inParallel(Number(values.runs), Number(values.parallel), runOne);
    else await runOne(Number(values.only));
  } finally {
    installation.dispose();
  }
  for (const [what, times] of [...coverage].sort()) console.log(`${String(times).padStart(6)}  ${what}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function inParallel(
  count: number,
  parallel: number,
  run: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await run(index);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

async function runOne(index: number): Promise<void> {
  const left = new Set(values.without.split(",").filter(Boolean));
  const program = generateProgram(seed, index);
  const begin = performance.now();
  const report = await execute(without(program, left), index, installation, keep);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  for (const what of report.covered) coverage.set(what, (coverage.get(what) ?? 0) + 1);
  if (report.violation === undefined) {
    passed += 1;
    console.log(`run ${index} passed in ${seconds} s`);
    if (values.story) console.log(report.story.join("\n"));
    return;
  }
  failed += 1;
  console.log(`run ${index} FAILED in ${seconds} s: ${report.violation}`);
  console.log(report.story.join("\n"));
  if (values.only !== undefined) return;
  await shrink(program, index, report);
}

/** Leaves out whatever the failure does not need. Kills at random times do not fail each time, so this is no proof. */
async function shrink(program: Program, index: number, first: Report): Promise<void> {
  const left = new Set<string>();
  let smallest = first;
  const parts = partsOf(program);
  for (const part of parts.slice(0, MOST_SHRINKS)) {
    if ([...left].some((one) => part.startsWith(`${one}.`))) continue;
    const report = await execute(without(program, new Set([...left, part])), index, installation);
    if (report.violation === undefined || kindOf(report.violation) !== kindOf(first.violation!)) continue;
    left.add(part);
    smallest = report;
  }
  const mask = left.size === 0 ? "" : ` --without ${[...left].join(",")}`;
  console.log(`replay of run ${index}: npm run chaos -- --seed ${seed} --only ${index}${mask}`);
  console.log(JSON.stringify(without(program, left), null, 1));
  console.log(smallest.story.join("\n"));
  console.log(smallest.violation);
}

/** The same for all failures of one kind: the message without what differs from run to run. */
function kindOf(violation: string): string {
  return violation.split("\n")[0]!.replace(/".*"|\S*\d\S*/g, "");
}

void main();
