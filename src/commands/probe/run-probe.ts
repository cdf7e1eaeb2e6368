import { makeVisible } from "../../render/visible-text";
import { messageOf } from "../../util/message-of";
import { type Behaviour, PROBE_FORMAT, PROBE_VERSION, type ProbeReport } from "../../simulator";
import { count } from "../../util/text";
import { adviceFor } from "./advice";
import { FIRST_CALLS, tryNames } from "./first-objects";
import { isSilent, type Left, OwnObjects } from "./own-objects";
import { type Asked, notSeen, type Probe, type Question } from "./question";
import { READING, WRITING } from "./questions";
import { RATE } from "./rate";
import { Server, type ServerOptions } from "./server";

/** `signal` ends the questions. The objects are removed after that. */
export interface ProbeOptions extends Omit<ServerOptions, "mostCalls">, Pick<Probe, "objects"> {
  /** Ends the removal of the objects. */
  readonly cleaningSignal: AbortSignal;
  readonly rate: boolean;
  readonly onStep: (step: string) => void;
  readonly onRemoved: () => void;
}

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
  // Without this list, the questions would take a refusal of everything for an answer.
  const { error: refusal } = await server.call("ListSnippet");
  if (refusal !== undefined) throw refusal;
  const ended = await askAll(probe, options).then(
    (asked) => ({ asked }),
    (error: unknown) => ({ error }),
  );
  options.onStep("removing the objects of the probe");
  server.beginCleaning(options.cleaningSignal);
  const problem = await removeAll(probe, options.cleaningSignal);
  if (problem !== undefined) throw new LeftObjects(problem, "error" in ended ? ended.error : undefined);
  options.onRemoved();
  if ("error" in ended) throw ended.error;
  const failed = ended.asked.flatMap(({ failure }) => failure ?? []);
  return { report: reportOf(ended.asked, server.refusals > 0), failed, calls: server.calls };
}

/** Asks the questions. If one fails, it has no answer, and the next one is asked. */
async function askAll(probe: Probe, { onStep, signal, rate }: ProbeOptions): Promise<Asked[]> {
  const asked: Asked[] = [];
  let silent = 0;
  const ask = async (question: Question) => {
    onStep(question.title);
    try {
      asked.push({ question, answer: await question.ask(probe) });
      silent = 0;
    } catch (error) {
      signal.throwIfAborted();
      silent = isSilent(error) ? silent + 1 : 0;
      if (silent === MAX_SILENT) throw error;
      const failure = `${question.title}: ${messageOf(error)}`;
      asked.push({ question, answer: notSeen("the question failed"), failure });
    }
  };
  for (const question of READING) await ask(question);
  onStep("creating the first objects");
  const finding = await tryNames(probe);
  if (finding !== undefined) return [...asked, finding];
  for (const question of [...WRITING, ...(rate ? [RATE] : [])]) await ask(question);
  return asked;
}

function reportOf(asked: readonly Asked[], wasRefused: boolean): ProbeReport {
  let behaviour: Behaviour = { dialect: {} };
  for (const { answer } of asked) {
    const dialect = { ...behaviour.dialect, ...answer.behaviour?.dialect };
    behaviour = { ...behaviour, ...answer.behaviour, dialect };
  }
  const requestsPerSecond = asked.find(({ answer }) => answer.requestsPerSecond)?.answer.requestsPerSecond;
  return {
    ...{ format: PROBE_FORMAT, version: PROBE_VERSION, probedAt: new Date().toISOString() },
    answers: asked.map(({ question: { id, title, document }, answer: { seen, certainty } }) => {
      return { id, question: title, document, seen, certainty };
    }),
    behaviour,
    advice: adviceFor(behaviour, requestsPerSecond, wasRefused),
  };
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
