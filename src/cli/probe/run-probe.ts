import { OutreachError, type RawCaller } from "../../client";
import { makeVisible } from "../../page/visible-text";
import { messageOf } from "../../shared/message-of";
import {
  type Behaviour,
  PROBE_FORMAT,
  PROBE_VERSION,
  type ProbeAnswer,
  type ProbeReport,
} from "../../simulator";
import { count } from "../shared/text";
import { adviceFor } from "./advice";
import { FIRST_CALLS, tryNames } from "./first-objects";
import { type Left, OwnObjects } from "./own-objects";
import { notSeen, type Answer, type Probe, type Question } from "./question";
import { READING, WRITING } from "./questions";
import { RATE } from "./rate";
import { Server, type Time } from "./server";

export interface ProbeOptions {
  readonly caller: RawCaller;
  readonly time: Time;
  /** Ends the questions. The objects are removed after that. */
  readonly signal: AbortSignal;
  /** Ends the removal of the objects. */
  readonly cleaningSignal: AbortSignal;
  /** Largest number of snippets that the question about page sizes creates. */
  readonly objects: number;
  /** Whether to look for a limit of the rate of requests. */
  readonly rate: boolean;
  /** Called before each step with its name. */
  readonly onStep: (step: string) => void;
  /** Called when all objects are removed. */
  readonly onRemoved: () => void;
}

/** The result of a probe. */
export interface ProbeResult {
  readonly report: ProbeReport;
  /** The questions that ended with an error, each with its error. */
  readonly failed: readonly string[];
  readonly calls: number;
}

/** The lists before the first question and after the removal. */
const LISTS = 4;
/** After so many questions in a row without any response, the server is down. */
const MAX_SILENT = 2;

/** Returns about how many calls a probe takes. */
export function callsOf({ objects, rate }: Pick<ProbeOptions, "objects" | "rate">): number {
  const questions = [...READING, ...WRITING, ...(rate ? [RATE] : [])];
  return questions.reduce((sum, { calls }) => sum + calls(objects), FIRST_CALLS + LISTS);
}

/**
 * Asks the questions, and removes all objects of the probe, also after an error or an interruption.
 * @throws Error if the server refuses a list or does not respond, and LeftObjects if objects may be left
 */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const server = new Server({ ...options, mostCalls: 3 * callsOf(options) });
  const probe = { server, own: new OwnObjects(server), objects: options.objects };
  await checkAccess(server);
  const run = new Run(probe, options);
  let ending: { readonly error: unknown } | undefined;
  try {
    await run.askAll();
  } catch (error) {
    ending = { error };
  }
  options.onStep("removing the objects of the probe");
  server.beginCleaning(options.cleaningSignal);
  const problem = await removeAll(probe, options.cleaningSignal);
  if (problem !== undefined) throw new LeftObjects(problem, ending?.error);
  options.onRemoved();
  if (ending !== undefined) throw ending.error;
  return { report: run.report(), failed: run.failed, calls: server.calls };
}

/** Lists once, because the questions would take a refusal of everything for an answer. */
async function checkAccess(server: Server): Promise<void> {
  const { error } = await server.call("ListSnippet");
  if (error !== undefined) throw error;
}

/** One run of the questions. */
class Run {
  readonly failed: string[] = [];
  readonly #probe: Probe;
  readonly #options: ProbeOptions;
  readonly #answers: ProbeAnswer[] = [];
  #behaviour: Behaviour = { dialect: {} };
  #requestsPerSecond: number | undefined;
  #silent = 0;

  constructor(probe: Probe, options: ProbeOptions) {
    this.#probe = probe;
    this.#options = options;
  }

  async askAll(): Promise<void> {
    for (const question of READING) await this.#ask(question);
    this.#options.onStep("creating the first objects");
    await tryNames(this.#probe);
    for (const question of [...WRITING, ...(this.#options.rate ? [RATE] : [])]) await this.#ask(question);
  }

  /** Asks a question. If it fails, it has no answer, and the next question is asked. */
  async #ask(question: Question): Promise<void> {
    this.#options.onStep(question.title);
    try {
      this.#record(question, await question.ask(this.#probe));
      this.#silent = 0;
    } catch (error) {
      this.#options.signal.throwIfAborted();
      const isSilent = error instanceof OutreachError && error.status === undefined;
      this.#silent = isSilent ? this.#silent + 1 : 0;
      if (this.#silent === MAX_SILENT) throw error;
      this.failed.push(`${question.title}: ${messageOf(error)}`);
      this.#record(question, notSeen("the question failed"));
    }
  }

  #record({ id, title, document }: Question, answer: Answer): void {
    const { seen, certainty, behaviour: found = {}, requestsPerSecond } = answer;
    this.#answers.push({ id, question: title, document, seen, certainty });
    const dialect = { ...this.#behaviour.dialect, ...found.dialect };
    this.#behaviour = { ...this.#behaviour, ...found, dialect };
    this.#requestsPerSecond ??= requestsPerSecond;
  }

  report(): ProbeReport {
    const [behaviour, requestsPerSecond] = [this.#behaviour, this.#requestsPerSecond];
    const wasRefused = this.#probe.server.refusals > 0;
    return {
      ...{ format: PROBE_FORMAT, version: PROBE_VERSION, probedAt: new Date().toISOString() },
      ...{
        answers: this.#answers,
        behaviour,
        advice: adviceFor({ behaviour, requestsPerSecond, wasRefused }),
      },
    };
  }
}

/** The error of a probe whose objects may still exist. */
export class LeftObjects extends Error {
  override readonly name = "LeftObjects";

  /** `reason` is the error that ended the questions, if there is one. */
  constructor(problem: string, reason: unknown) {
    const start = reason === undefined ? "" : `${messageOf(reason)} `;
    super(`${start}${problem} Remove them later with cdktf-outreach probe --clean.`, { cause: reason });
  }
}

/** Removes all objects. Returns a sentence if some may be left. */
async function removeAll({ own }: Probe, signal: AbortSignal): Promise<string | undefined> {
  try {
    return inWords(await own.removeAll());
  } catch (error) {
    const why = signal.aborted ? "their removal was interrupted." : `the lists failed: ${messageOf(error)}`;
    return `Objects of the probe may be left, because ${why}`;
  }
}

function inWords({ own, others, isUnknown }: Left): string | undefined {
  if (own.length > 0) {
    const ids = own.map(({ kind, id }) => `${kind} ${makeVisible(id)}`).join(", ");
    return `${count(own.length, "object")} of the probe could not be removed (${ids}).`;
  }
  if (others > 0)
    return `Lists show ${count(others, "object")} of the probe whose create got no clear response.`;
  return isUnknown ? "Lists do not prove that no object of the probe is left." : undefined;
}
