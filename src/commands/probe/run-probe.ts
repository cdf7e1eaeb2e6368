import { isRetryable } from "../../client";
import { KINDS } from "../../objects/kinds";
import { messageOf } from "../../util/message-of";
import { mayBegin } from "./named-objects";
import { isSilent, OwnObjects } from "./own-objects";
import { type Answer, certain, NotSeen, notSeen, question, refusedWith } from "./question";
import type { Probe, Question, Questions } from "./question";
import { lists } from "./questions/lists";
import { MAX_READS, missing, rate as ofRate, reading } from "./questions/requests";
import { texts } from "./questions/texts";
import { writes } from "./questions/writes";
import { type Asked, reportOf } from "./report";
import { fieldOf, Server, type ServerOptions } from "./server";

/** `signal` ends the questions. The objects are removed after that. */
export interface ProbeOptions extends Omit<ServerOptions, "mostCalls">, Pick<Probe, "objects"> {
  /** Ends the removal of the objects. */
  readonly cleaningSignal: AbortSignal;
  readonly rate: boolean;
  readonly onStep: (step: string) => void;
  readonly onRemoved: () => void;
}

export function writingQuestions(rate: boolean): Questions {
  return { ...writes, ...texts, ...missing, ...lists, ...(rate && { rate: ofRate }) };
}

/** About how many calls a probe takes that creates no snippets for page sizes, without the question about the rate. */
const CALLS = 200;
/** After so many questions in a row without any response, the server is down. */
const MAX_SILENT = 2;

export function callsOf({ objects, rate }: Pick<ProbeOptions, "objects" | "rate">): number {
  return CALLS + 2 * objects + (rate ? MAX_READS : 0);
}

/**
 * Asks the questions, and removes all objects of the probe, also after an error or an interruption. `failed` has a text
 * for each question that ended with an error.
 * @throws Error if the server refuses a list or does not respond, or if objects may be left
 */
export async function runProbe(options: ProbeOptions) {
  const { onStep, signal, cleaningSignal } = options;
  const server = new Server({ ...options, mostCalls: 3 * callsOf(options) });
  const own = new OwnObjects(server);
  // Without this list, the questions would take a refusal of everything for an answer.
  const { error: refusal } = await server.call("ListSnippet");
  if (refusal !== undefined) throw refusal;
  const asked: Asked[] = [];
  const ended = await askAll({ server, own, objects: options.objects }, options, asked).catch(
    (error: unknown) => ({ error }),
  );
  onStep("removing the objects of the probe");
  server.beginCleaning(cleaningSignal);
  const left = await own.removeAll().catch((error: unknown) => {
    const why = cleaningSignal.aborted
      ? "their removal was interrupted"
      : `the lists failed: ${messageOf(error)}`;
    return `Objects of the probe may be left, because ${why}.`;
  });
  if (left !== undefined) {
    const start = ended === undefined ? "" : `${messageOf(ended.error)} `;
    throw new Error(`${start}${left} Remove them later with cdktf-outreach probe --clean.`, {
      cause: ended?.error,
    });
  }
  options.onRemoved();
  signal.throwIfAborted();
  if (ended !== undefined) throw ended.error;
  const failed = asked.flatMap(({ question: { title }, answer: { failure } }) =>
    failure === undefined ? [] : `${title}: ${failure}`,
  );
  return { report: reportOf(asked, server.refusals > 0), failed, calls: server.calls };
}

/** Adds the answers to `asked`. */
async function askAll(probe: Probe, { onStep, signal, rate }: ProbeOptions, asked: Asked[]): Promise<void> {
  let silent = 0;
  for (const [id, next] of Object.entries({ ...reading, names, ...writingQuestions(rate) })) {
    onStep(next.title);
    try {
      asked.push({ id, question: next, answer: await answerTo(next, probe) });
      silent = 0;
    } catch (error) {
      signal.throwIfAborted();
      silent = isSilent(error) ? silent + 1 : 0;
      if (silent === MAX_SILENT || next === names) throw error;
      const answer = { ...notSeen("the question failed"), failure: messageOf(error) };
      asked.push({ id, question: next, answer });
    }
    if (next === names && asked.at(-1)?.answer.failure !== undefined) return;
  }
}

/** Rejects if the server did not do what the question relies on. */
export async function answerTo(question: Question, probe: Probe): Promise<Answer> {
  try {
    return await question.ask(probe);
  } catch (error) {
    if (error instanceof NotSeen) return notSeen(error.message);
    throw error;
  }
}

/**
 * Creates one object of each kind, and checks that reads and lists show it with its name. Otherwise no question could
 * recognise its objects, so a failure or an error of this question ends the probe.
 */
const names = question("names of objects", "Section 2.3: not shown.", async ({ own }) => {
  for (const kind of KINDS) {
    const stopped = (why: string) =>
      `The probe has stopped after its first ${kind}, because it could not recognise its objects: ${why}.`;
    const { reply, object } = await own.create(kind, "first");
    if (object === undefined) {
      if (isRetryable(reply.error)) throw reply.error;
      const seen = `${kind}s: a name of ${own.nameOf("first").length} characters is ${refusedWith(reply)}`;
      return { ...certain(seen), failure: messageOf(reply.error) };
    }
    try {
      await own.read(object);
    } catch (error) {
      const failure = stopped(messageOf(error));
      if (!own.isRecognised(object)) throw new Error(failure, { cause: error });
      const name = fieldOf(kind, await own.get(object), "name");
      const isCut = typeof name === "string" && object.name.startsWith(name);
      const form = isCut ? `cut to ${name.length} characters without an error` : "stored in another form";
      return { ...certain(`${kind}s: names are ${form}`), failure };
    }
    const listed = await own.listed(object);
    if (listed === undefined) throw new Error(stopped("a list does not show it within 30 s"));
    if (!mayBegin(listed.name, own.begin)) throw new Error(stopped("a list shows it with another name"));
  }
  return certain("kept");
});
