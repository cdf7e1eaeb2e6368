import { setMaxListeners } from "node:events";
import { existsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { exitStatusOf, FAIL_ON, type FailOn } from "./review/exit-status";
import { findEngine } from "./review/engine";
import { reviewOf, type PlannedStack } from "./review/from-plan";
import { renderHtml } from "./review/html";
import { inParallel, oneAtATime } from "./review/in-parallel";
import { renderMarkdown } from "./review/markdown";
import type { Review } from "./review/model";
import { readPlanFile } from "./review/plan-file";
import { progressOn } from "./review/progress";
import { planStack } from "./review/run-plan";
import { findStacks } from "./review/stacks";
import { renderText } from "./review/text";
import { reviewSentence } from "./review/wording";
import { UsageError } from "./usage-error";

const FORMATS = ["markdown", "html", "json", "text"] as const;
type Format = (typeof FORMATS)[number];

const DEFAULT_PARALLELISM = 4;

const options = {
  format: { type: "string", default: "markdown" },
  out: { type: "string" },
  plan: { type: "string", multiple: true },
  "cdktf-out": { type: "string" },
  "fail-on": { type: "string", multiple: true },
  parallelism: { type: "string", default: String(DEFAULT_PARALLELISM) },
  help: { type: "boolean", short: "h" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** Where the review and its progress are written. */
interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Plans, writes the review, and returns what it found as the exit status (see the usage). */
export async function run(args: string[], { stdout, stderr }: Streams = process): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    stdout.write(usage);
    return 0;
  }
  const format = parseFormat(values.format);
  const failOn = parseFailOn(values["fail-on"] ?? []);
  checkOut(values.out);
  const review = reviewOf(await interruptible((signal) => planAll(values, positionals, signal, stderr)));
  write(review, format, values.out, stdout);
  return exitStatusOf(review, failOn);
}

async function planAll(
  values: Values,
  names: readonly string[],
  signal: AbortSignal,
  stderr: NodeJS.WriteStream,
): Promise<PlannedStack[]> {
  const parallelism = parseParallelism(values.parallelism);
  if (values.plan !== undefined) {
    if (names.length > 0) throw new UsageError("Name stacks or give plans with --plan, not both.");
    const reading = { engine: findEngine, signal, cdktfOut: values["cdktf-out"] };
    return inParallel(values.plan, parallelism, (file) => readPlanFile(file, reading));
  }
  const stacks = findStacks(values["cdktf-out"], names);
  const planRun = { engine: findEngine(), signal, alone: oneAtATime() };
  const progress = progressOn(stderr, stacks.length);
  return inParallel(stacks, parallelism, (stack) =>
    progress.during(stack.name, async () => ({
      ...(await planStack(stack, planRun)),
      dependencies: stack.dependencies,
    })),
  );
}

const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * At the first signal the engines are interrupted and awaited, and the plan files are removed. Any further one reaches the
 * engines, too, which then drop everything.
 */
async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Each engine listens; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, controller.signal);
  const interrupt = () => {
    if (controller.signal.aborted) controller.signal.dispatchEvent(new Event("abort"));
    else controller.abort(new Error("The review was interrupted."));
  };
  for (const name of INTERRUPTS) process.on(name, interrupt);
  try {
    const result = await task(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } finally {
    for (const name of INTERRUPTS) process.off(name, interrupt);
  }
}

/** Before anything is planned, which can take long. */
function checkOut(file: string | undefined): void {
  if (file === undefined) return;
  if (file === "" || (existsSync(file) && statSync(file).isDirectory())) {
    throw new UsageError(`--out takes the name of a file, not ${JSON.stringify(file)}.`);
  }
  if (existsSync(dirname(file))) return;
  throw new Error(
    `${dirname(file)}, the folder of the file that --out names, is missing. Create it, or name another file.`,
  );
}

function write(review: Review, format: Format, file: string | undefined, stdout: NodeJS.WriteStream): void {
  const colours = file === undefined && stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
  const text = render(review, format, colours);
  if (file === undefined) {
    stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    empty(file);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The review cannot be written to ${file}: ${reason}. Name another file with --out.`, {
      cause: error,
    });
  }
  stdout.write(`Plan review: ${reviewSentence(review)}. Written to ${file}.\n`);
}

/** A part of a review, or one of an earlier run, would pass for this one. */
function empty(file: string): void {
  try {
    truncateSync(file);
  } catch {
    // It is not there, for example, or may not be written at all.
  }
}

function render(review: Review, format: Format, colours: boolean): string {
  switch (format) {
    case "markdown":
      return renderMarkdown(review);
    case "html":
      return renderHtml(review);
    case "json":
      return `${JSON.stringify(review, null, 2)}\n`;
    case "text":
      return renderText(review, { colours });
  }
}

function parseFormat(text: string): Format {
  const format = FORMATS.find((one) => one === text);
  if (format === undefined)
    throw new UsageError(`--format takes ${FORMATS.join(", ")}, not ${JSON.stringify(text)}.`);
  return format;
}

function parseFailOn(lists: readonly string[]): Set<FailOn> {
  const names = lists.flatMap((list) => list.split(",").map((name) => name.trim()));
  return new Set(
    names.map((name) => {
      const known = FAIL_ON.find((one) => one === name);
      if (known === undefined)
        throw new UsageError(`--fail-on takes ${FAIL_ON.join(", ")}, not ${JSON.stringify(name)}.`);
      return known;
    }),
  );
}

function parseParallelism(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UsageError(`--parallelism takes a whole number from 1 to 999, not ${JSON.stringify(text)}.`);
}

const usage = `Usage: cdktf-outreach review [options] [stack ...]

Plans the stacks that cdktf synth wrote, all of them or those named, and writes a review of the plans: what is deleted
and replaced first, prompts as a diff, warnings beside the object they are about. Nothing is applied. The plans are made
by what TERRAFORM_BINARY_NAME names, else terraform, else tofu. The log that TF_LOG asks for is written only where
TF_LOG_PATH names a file for it.

Options:
  --format FORMAT     markdown: a comment for a pull request, at most 65,536 characters (default)
                      html: one page with everything
                      json: everything, for programs
                      text: for a terminal
  --out FILE          Write the review into this file. Default: standard output.
  --plan FILE         Review this plan instead: a plan file, or what terraform show -json PLAN prints. Neither holds
                      the engine's warnings, except those of failed checks; the review checks prompts itself. A plan
                      file is read in its own folder, in this one or in that of a stack, whichever has its providers.
                      May be repeated.
  --cdktf-out DIR     The folder that cdktf synth wrote. Default: what CDKTF_OUTDIR, CDKTF_OUTPUT or
                      "output" of cdktf.json in this folder names, the first of these that does; else cdktf.out.
  --fail-on LIST      Exit with 3 for any of these: destroy, replace, warning, separated by commas. A replacement is a
                      destroy, too, unless the old object stays at the server.
  --parallelism N     How many stacks are planned at a time. Default ${DEFAULT_PARALLELISM}.
  -h, --help          Show this text.

Exit status:
  0  nothing to do
  1  a plan failed, or the command line is wrong
  2  there are changes, even if only of the state
  3  the review holds something that --fail-on names
`;
