import { OutreachError } from "../../client";
import { KINDS } from "../../objects/kinds";
import { messageOf } from "../../util/message-of";
import { mayBegin } from "./named-objects";
import { OwnObjects } from "./own-objects";
import { lists } from "./questions/lists";
import { MAX_READS, missing, rate as ofRate, reading } from "./questions/requests";
import { texts } from "./questions/texts";
import { writes } from "./questions/writes";
import { reportOf } from "./report";
import { fieldOf, Server, type ServerOptions } from "./server";
import { type Answer, NotSeen, notSeen, refusedWith } from "./answer";
import type { Probe, Question } from "./question";

/** `signal` ends the questions, and its second event the removal of the objects. */
export interface ProbeOptions extends ServerOptions, Pick<Probe, "objects"> {
  readonly rate: boolean;
  readonly onStep: (step: string) => void;
  readonly onRemoved: () => void;
}

export const writing = { ...writes, ...texts, ...missing, ...lists };

/** About how many calls a probe takes that creates no snippets for page sizes, without the question about the rate. */
const CALLS = 100;

export function callsOf({ objects, rate }: Pick<ProbeOptions, "objects" | "rate">): number {
  return CALLS + 3 * objects + (rate ? MAX_READS : 0);
}

/**
 * Asks the questions, and removes all objects of the probe, also after an error or an interruption.
 * @throws Error if the server refuses a list or does not respond, or if objects may be left
 */
export async function runProbe(options: ProbeOptions) {
  const { onStep, signal, objects, rate } = options;
  const server = new Server(options);
  const own = new OwnObjects(server);
  const probe = { server, own, objects };
  // Without this list, the questions would take a refusal of everything for an answer.
  const { error: refusal } = await server.call("ListSnippet");
  if (refusal !== undefined) throw refusal;
  const answers = new Map<string, Answer>();
  const askAll = async (questions: Readonly<Record<string, Question>>) => {
    for (const [title, question] of Object.entries(questions)) {
      onStep(title);
      answers.set(title, await answerTo(question, probe));
    }
  };
  const ended = await askAll(reading)
    .then(() => checkNames(probe))
    .then(() => askAll({ ...writing, ...(rate && ofRate) }))
    .catch((error: unknown) => ({ error }));
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

/** Rejects if the server does not respond. */
export async function answerTo(question: Question, probe: Probe): Promise<Answer> {
  try {
    return await question(probe);
  } catch (error) {
    if (error instanceof NotSeen) return notSeen(error.message);
    // The message of this error has texts of the server.
    if (error instanceof OutreachError && error.status !== undefined)
      return notSeen(refusedWith({ status: error.status }));
    throw error;
  }
}

/**
 * Creates one object of each kind. Throws unless a read shows its name, and a list its beginning: otherwise no
 * question could recognise its objects.
 */
async function checkNames({ own }: Probe): Promise<void> {
  for (const kind of KINDS) {
    const stopped = (why: string) =>
      new Error(
        `The probe has stopped after its first ${kind}, because it could not recognise its objects: ${why}.`,
      );
    const { reply, object } = await own.create(kind, "first");
    if (object === undefined) throw stopped(`its create is ${refusedWith(reply)}`);
    const name = fieldOf(kind, await own.read(object, () => true), "name");
    if (name !== object.name) throw stopped("a read shows it with another name");
    const listed = await own.listed(object);
    if (listed === undefined) throw stopped("a list does not show it within 30 s");
    if (!mayBegin(listed.name, own.begin)) throw stopped("a list shows it with another name");
  }
}
