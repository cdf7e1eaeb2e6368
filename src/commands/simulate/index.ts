import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readTextFile } from "../../util/files/read-file";
import { parseJson } from "../../util/json";
import {
  behaviourOf,
  dialectSettings,
  InvalidInput,
  parseDialect,
  type ProbeReport,
  type Simulator,
  startSimulator,
} from "../../simulator";
import { UsageError, wholeNumber } from "../../util/usage-error";
import { STATUS } from "../exit-status";

const DEFAULT_PORT = 4010;

const options = {
  port: { type: "string" },
  state: { type: "string" },
  seed: { type: "string" },
  dialect: { type: "string", multiple: true },
  latency: { type: "string" },
  lag: { type: "string" },
  like: { type: "string" },
  idle: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** With `--idle`, the simulator also ends after that time without requests. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(help(positionals));
    return STATUS.done;
  }
  if (positionals[0] !== undefined) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const idleSeconds = wholeNumber("--idle", values.idle, 86_400);
  const simulator = await start(values);
  process.stdout.write(`listening on ${simulator.url}\n`);
  await (idleSeconds === undefined ? stopped : Promise.race([stopped, idle(simulator, idleSeconds)]));
  await simulator.close();
  return STATUS.done;
}

function start(values: Values): Promise<Simulator> {
  if (values.state === "") throw new UsageError('--state takes the name of a file, not "".');
  return startSimulator({
    port: wholeNumber("--port", values.port, 65_535) ?? DEFAULT_PORT,
    seed: wholeNumber("--seed", values.seed),
    latencyMs: wholeNumber("--latency", values.latency, 600_000),
    lagMs: wholeNumber("--lag", values.lag, 600_000),
    like: values.like === undefined ? undefined : reportIn(values.like),
    stateFile: values.state,
    dialect: checked("", () => parseDialect(Object.fromEntries((values.dialect ?? []).map(setting)))),
  });
}

function reportIn(file: string): ProbeReport {
  const report = parseJson(readTextFile("report of --like", file))?.value as ProbeReport;
  checked(`--like ${file}: `, () => behaviourOf(report));
  return report;
}

function checked<T>(start: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof InvalidInput ? new UsageError(start + error.message) : error;
  }
}

async function idle(simulator: Simulator, seconds: number): Promise<void> {
  const left = () => seconds * 1000 - simulator.idleMs();
  while (left() > 0) await setTimeout(left(), undefined, { ref: false });
}

function setting(text: string): [string, string] {
  const [name = "", ...value] = text.split("=");
  if (value.length > 0) return [name, value.join("=")];
  throw new UsageError(`--dialect takes key=value, not ${JSON.stringify(text)}.`);
}

export const hasTopics = true;

function help([topic, ...others]: readonly string[]): string {
  if (topic === undefined) return usage;
  if (topic === "dialect" && others.length === 0) return dialectTopic();
  throw new UsageError("The only topic of --help is dialect.");
}

export const usage = `Usage: cdktf-outreach simulate [options]

Runs a local simulator of the Outreach API on 127.0.0.1 until it is interrupted. It accepts any user id and workspace
id; each workspace has its own objects. When it is ready it prints one line on standard output, and nothing else:
  listening on http://127.0.0.1:${DEFAULT_PORT}
The page /__simulator/ at that address shows and changes objects, calls and faults. docs/guides/simulator.md of the
package describes its HTTP calls.

  --port N             Port; 0 takes any free port. Default ${DEFAULT_PORT}.
  --state FILE         Keep the objects in this file, which one simulator at a time may use. Default: in memory.
  --seed N             The same seed and the same calls give the same ids. Default: other ids in each run.
  --latency MS         Wait this many milliseconds before each response. Default 0.
  --lag MS             Show writes in reads and lists only after this many milliseconds. Default 0.
  --like FILE          Behave as the server in this file, which cdktf-outreach probe --json has written.
  --idle SECONDS       End after this many seconds without a request. Default: never.
  --dialect KEY=VALUE  Behaviour that the API's document leaves open. May be repeated.
  -h, --help           Show this text; --help dialect lists the dialect settings.
`;

function dialectTopic(): string {
  const settings = Object.entries(dialectSettings).map(([name, setting]) => {
    const takes =
      "values" in setting ? setting.values.join(" | ") : `a whole number from 1 (${setting.default})`;
    return `  ${name}\n      ${takes}\n      ${setting.doc}`;
  });
  return `Dialect settings of cdktf-outreach simulate --dialect KEY=VALUE. The API's document leaves these behaviours open.
The first value of each setting is the default, and a guess.

${settings.join("\n")}
`;
}
