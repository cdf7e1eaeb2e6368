import { OutreachError } from "../../client";
import { messageOf } from "../../util/message-of";
import { OwnObjects } from "./own-objects";
import { lists, names } from "./questions/lists";
import { MAX_READS, missing, rate as ofRate, reading } from "./questions/requests";
import { writes } from "./questions/writes";
import { reportOf } from "./report";
import { Server, type ServerOptions } from "./server";
import { type Answer, NotSeen, notSeen, refusedWith } from "./answer";
import type { Probe, Question } from "./question";

/** The first event of `signal` ends the questions. The second event ends the removal of the objects. */
export interface ProbeOptions extends ServerOptions, Pick<Probe, "objects"> {
  readonly rate: boolean;
  readonly onStep: (step: string) => void;
  readonly onRemoved: () => void;
}

export const writing = { ...writes, ...missing, ...lists };

/** Approximate number of calls without the questions about page sizes and the rate limit. */
const CALLS = 100;

export function callsOf({ objects, rate }: Pick<ProbeOptions, "objects" | "rate">): number {
  return CALLS + 3 * objects + (rate ? MAX_READS : 0);
}

/** Removes all objects of the probe at the end, even after an error or an interruption. */
export async function runProbe(options: ProbeOptions) {
  const { onStep, signal, objects, rate } = options;
  const server = new Server(options);
  const own = new OwnObjects(server);
  const probe = { server, own, objects };
  // If the server refuses everything, the questions would mistake the refusals for answers.
  const { error: refusal } = await server.call("ListSnippet");
  if (refusal !== undefined) throw refusal;
  const answers = new Map<string, Answer>();
  const questions = { ...reading, ...names, ...writing, ...(rate && ofRate) };
  const askAll = async () => {
    for (const [title, question] of Object.entries(questions)) {
      onStep(title);
      answers.set(title, await answerTo(question, probe));
    }
  };
  const ended = await askAll().catch((error: unknown) => ({ error }));
  server.beginCleaning();
  onStep("removing the objects of the probe");
  const left = await own
    .removeAll()
    .catch((error: unknown) => `Objects of the probe may be left: ${messageOf(error)}`);
  if (left !== undefined) {
    const start = ended === undefined ? "" : `${messageOf(ended.error)} `;
    const text = `${start}${left} Remove them later with cdktf-outreach probe --clean.`;
    throw new Error(text, { cause: ended?.error });
  }
  options.onRemoved();
  signal.throwIfAborted();
  if (ended !== undefined) throw ended.error;
  return { report: reportOf(answers, server.refusals > 0), calls: server.calls };
}

export async function answerTo(question: Question, probe: Probe): Promise<Answer> {
  try {
    return await question(probe);
  } catch (error) {
    if (error instanceof NotSeen) return notSeen(error.message);
    // The error's message quotes the server, so it is dropped.
    if (error instanceof OutreachError && error.status !== undefined)
      return notSeen(refusedWith({ status: error.status }));
    throw error;
  }
}
