import { DEFAULT_VISIBILITY_TIMEOUT } from "../../provider/settings/configuration";
import { printReport } from "../../render/report";
import { PROBE_FORMAT, PROBE_VERSION } from "../../simulator";
import type { Behaviour, ProbeAdvice, ProbeReport } from "../../simulator";
import type { Answer } from "./answer";

export function reportOf(answers: ReadonlyMap<string, Answer>, wasRefused: boolean): ProbeReport {
  const all = [...answers.values()];
  // At most one answer has a latency, a lag or a rate, so joining the answers loses nothing.
  const { latencyMs, lagMs, requestsPerSecond }: Partial<Answer> = Object.assign({}, ...all);
  const behaviour = {
    dialect: Object.assign({}, ...all.map(({ dialect }) => dialect)) as Behaviour["dialect"],
    ...(latencyMs !== undefined && { latencyMs }),
    ...(lagMs !== undefined && { lagMs }),
  };
  return {
    ...{ format: PROBE_FORMAT, version: PROBE_VERSION, probedAt: new Date().toISOString() },
    answers: Array.from(answers, ([question, { seen, certainty }]) => ({ question, seen, certainty })),
    behaviour,
    advice: adviceFor(behaviour, requestsPerSecond, wasRefused),
  };
}

/** Half of the default of `request_timeout`, in milliseconds. A slower server needs a higher limit. */
const SLOW_MS = 30_000;

function adviceFor(
  { dialect, lagMs = 0, latencyMs = 0 }: Behaviour,
  rate: number | undefined,
  wasRefused: boolean,
): ProbeAdvice[] {
  const visibility = Math.ceil((3 * lagMs) / 1_000);
  const all: readonly (readonly [isAdvised: boolean, set: string, why: string])[] = [
    [
      visibility > DEFAULT_VISIBILITY_TIMEOUT,
      `visibility_timeout = ${visibility}`,
      `reads and lists show a write after up to ${lagMs} ms; the default is ${DEFAULT_VISIBILITY_TIMEOUT} s`,
    ],
    [rate !== undefined, `requests_per_second = ${rate}`, "the server limits the rate of requests"],
    [
      rate === undefined && wasRefused,
      "requests_per_second",
      "the server refused calls for their rate; cdktf-outreach probe --rate measures the limit",
    ],
    [
      latencyMs > SLOW_MS,
      `request_timeout = ${Math.ceil((4 * latencyMs) / 1_000)}`,
      `a response takes ${latencyMs} ms; the default is 60 s`,
    ],
    [
      dialect.authorization === "required",
      "authorization_token (OUTREACH_AUTHORIZATION_TOKEN)",
      "the server requires the Authorization header",
    ],
    [
      dialect.duplicateNames === "rejected",
      'existing_name = "fail"',
      "the server refuses a second object with the same name, so the plan should say so before",
    ],
  ];
  return all.flatMap(([isAdvised, set, why]) => (isAdvised ? { set, why } : []));
}

export function textOf({ answers, advice }: ProbeReport): string {
  const lines = answers.map(
    ({ certainty, question, seen }) => `${certainty.padEnd(8)}  ${question}: ${seen}`,
  );
  const settings = advice.map(({ set, why }) => `  ${set}: ${why}.`);
  return printReport(
    lines,
    settings.length === 0
      ? ["The defaults of the provider suit what the probe has seen."]
      : ["What to set in the provider, or as OUTREACH_… variables:", ...settings],
  );
}
