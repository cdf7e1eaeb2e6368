import { accessSync, constants, fstatSync, lstatSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DEFAULT_VISIBILITY_TIMEOUT } from "../../provider/settings/configuration";
import { PROBE_FORMAT, PROBE_VERSION } from "../../simulator";
import type { Behaviour, ProbeAdvice, ProbeReport } from "../../simulator";
import { writeWhole } from "../../util/files/write-whole";
import { UsageError } from "../../util/usage-error";
import type { Answer, Question } from "./question";

/** A question with its answer, and the error that it ended with. */
export interface Asked {
  readonly id: string;
  readonly question: Pick<Question, "title" | "document">;
  readonly answer: Answer;
  readonly failure?: string;
}

/** `wasRefused`: the probe itself got a 429. */
export function reportOf(asked: readonly Asked[], wasRefused: boolean): ProbeReport {
  // No two answers have one of these.
  const { latencyMs, lagMs, requestsPerSecond }: Partial<Answer> = Object.assign(
    {},
    ...asked.map(({ answer }) => answer),
  );
  const behaviour = {
    dialect: Object.assign({}, ...asked.map(({ answer }) => answer.dialect)) as Behaviour["dialect"],
    ...(latencyMs !== undefined && { latencyMs }),
    ...(lagMs !== undefined && { lagMs }),
  };
  return {
    ...{ format: PROBE_FORMAT, version: PROBE_VERSION, probedAt: new Date().toISOString() },
    answers: asked.map(({ id, question: { title, document }, answer: { seen, certainty } }) => {
      return { id, question: title, document, seen, certainty };
    }),
    behaviour,
    advice: adviceFor(behaviour, requestsPerSecond, wasRefused),
  };
}

/** Half of the default of `request_timeout`: slower servers need a longer one. In milliseconds. */
const SLOW_MS = 30_000;

/** Returns what to set; empty if the defaults suit the server. */
function adviceFor(
  { dialect, lagMs = 0, latencyMs = 0 }: Behaviour,
  requestsPerSecond: number | undefined,
  wasRefused: boolean,
): ProbeAdvice[] {
  const visibility = Math.ceil((3 * lagMs) / 1_000);
  const all: (ProbeAdvice | false)[] = [
    visibility > DEFAULT_VISIBILITY_TIMEOUT && {
      set: `visibility_timeout = ${visibility}`,
      why: `reads and lists show a write after up to ${lagMs} ms; the default is ${DEFAULT_VISIBILITY_TIMEOUT} s`,
    },
    requestsPerSecond !== undefined && {
      set: `requests_per_second = ${requestsPerSecond}`,
      why: "the server limits the rate of requests",
    },
    requestsPerSecond === undefined &&
      wasRefused && {
        set: "requests_per_second",
        why: "the server refused calls for their rate; cdktf-outreach probe --rate measures the limit",
      },
    latencyMs > SLOW_MS && {
      set: `request_timeout = ${Math.ceil((4 * latencyMs) / 1_000)}`,
      why: `a response takes ${latencyMs} ms; the default is 60 s`,
    },
    dialect.authorization === "required" && {
      set: "authorization_token (OUTREACH_AUTHORIZATION_TOKEN)",
      why: "the server requires the Authorization header",
    },
    dialect.duplicateNames === "rejected" && {
      set: 'existing_name = "fail"',
      why: "the server refuses a second object with the same name, so the plan should say so before",
    },
  ];
  return all.filter((one) => one !== false);
}

const HEADING = ["certainty", "question", "the server", "the API document"];
/** The table fits into 120 columns. */
const WIDTHS = [9, 28, 44, 33];
const BETWEEN = "  ";

/** Returns the answers as a table, and what to set. */
export function textOf({ answers, advice }: ProbeReport): string {
  const rows = answers.map((one) => [one.certainty, one.question, one.seen, one.document]);
  const rule = WIDTHS.map((width) => "-".repeat(width));
  const settings = advice.map(({ set, why }) => `  ${set}: ${why}.\n`).join("");
  const advised =
    advice.length === 0
      ? "The defaults of the provider suit what the probe has seen.\n"
      : `What to set in the provider, or as OUTREACH_… variables:\n${settings}`;
  return `${[HEADING, rule, ...rows].map(linesOf).join("")}\n${advised}`;
}

/** Returns the lines of a row, whose cells wrap at the widths of their columns. */
function linesOf(row: readonly string[]): string {
  const cells = row.map((text, column) => wrapped(text, WIDTHS[column]!));
  const height = Math.max(...cells.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) =>
    cells.map((cell, column) => (cell[line] ?? "").padEnd(WIDTHS[column]!)).join(BETWEEN),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Wraps a text at blanks. A word that is longer than the width has its own line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Where the JSON of a report goes. */
export interface Output {
  /** True if the JSON is to be all that standard output gets. */
  readonly isStdout: boolean;
  write(text: string): void;
}

const STDOUT = 1;

/**
 * Returns the output that a path names: a file, the target of a link, a pipe, or this process's own standard output.
 * @throws UsageError for a folder and for a link without a target, Error for a place that cannot be written
 */
export function outputTo(file: string): Output {
  const target = statSync(file, { throwIfNoEntry: false });
  const own = fstatSync(STDOUT);
  if (target?.isDirectory() === true)
    throw new UsageError(`--json takes the name of a file, but ${file} is a folder.`);
  if (target?.ino === own.ino && target.dev === own.dev)
    return { isStdout: true, write: (text) => process.stdout.write(text) };
  if (target === undefined && lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw new UsageError(`--json takes the name of a file, but ${file} is a link to nothing.`);
  const path = target === undefined ? resolve(file) : realpathSync(file);
  const isWhole = target === undefined || target.isFile();
  accessSync(isWhole ? dirname(path) : file, constants.W_OK);
  return { isStdout: false, write: (text) => (isWhole ? writeWhole(path, text) : writeFileSync(file, text)) };
}
