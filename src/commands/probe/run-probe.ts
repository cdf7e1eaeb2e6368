import { type Kind, KINDS } from "../../objects/kinds";
import { makeVisible } from "../../render/visible-text";
import type { ProbeReport } from "../../simulator";
import { messageOf } from "../../util/message-of";
import { count } from "../../util/text";
import { isSilent, type Left, OwnObjects } from "./own-objects";
import { mayBegin } from "./named-objects";
import { type Answer, certain, isPassing, NotSeen, notSeen, refusedWith } from "./question";
import type { Probe, Question, Questions } from "./question";
import { lists } from "./questions/lists";
import { MAX_READS, missing, RATE, reading } from "./questions/requests";
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

export interface ProbeResult {
  readonly report: ProbeReport;
  /** A text for each question that ended with an error. */
  readonly failed: readonly string[];
  readonly calls: number;
}

export function writingQuestions(rate: boolean): Questions {
  return { ...writes, ...texts, ...missing, ...lists, ...(rate && { rate: RATE }) };
}

/** About how many calls a probe takes that creates no snippets for page sizes, without the question about the rate. */
const CALLS = 200;
/** After so many questions in a row without any response, the server is down. */
const MAX_SILENT = 2;

export function callsOf({ objects, rate }: Pick<ProbeOptions, "objects" | "rate">): number {
  return CALLS + 2 * objects + (rate ? MAX_READS : 0);
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
  options.signal.throwIfAborted();
  if ("error" in ended) throw ended.error;
  const failed = ended.asked.flatMap(({ failure }) => failure ?? []);
  return { report: reportOf(ended.asked, server.refusals > 0), failed, calls: server.calls };
}

async function askAll(probe: Probe, { onStep, signal, rate }: ProbeOptions): Promise<Asked[]> {
  const asked: Asked[] = [];
  let silent = 0;
  const ask = async ([id, question]: [string, Question]) => {
    onStep(question.title);
    try {
      asked.push({ id, question, answer: await answerTo(question, probe) });
      silent = 0;
    } catch (error) {
      signal.throwIfAborted();
      silent = isSilent(error) ? silent + 1 : 0;
      if (silent === MAX_SILENT) throw error;
      const failure = `${question.title}: ${messageOf(error)}`;
      asked.push({ id, question, answer: notSeen("the question failed"), failure });
    }
  };
  for (const question of Object.entries(reading)) await ask(question);
  onStep("creating the first objects");
  const finding = await tryNames(probe);
  if (finding !== undefined) return [...asked, finding];
  for (const question of Object.entries(writingQuestions(rate))) await ask(question);
  return asked;
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
 * recognise its objects, so the probe must not create more. Returns the finding that ends the questions if the server
 * refuses the name, or stores it in another form.
 * @throws Error if the probe does not know why it does not recognise its object
 */
async function tryNames({ own }: Probe): Promise<Asked | undefined> {
  await own.listOthers();
  for (const kind of KINDS) {
    const stopped = (why: string) =>
      `The probe has stopped after its first ${kind}, because it could not recognise its objects: ${why}.`;
    const { reply, object } = await own.create(kind, "first");
    if (object === undefined) {
      if (isPassing(reply)) throw reply.error;
      const what = `a name of ${own.nameOf("first").length} characters is ${refusedWith(reply)}`;
      return nameFinding(kind, what, messageOf(reply.error));
    }
    try {
      await own.read(object);
    } catch (error) {
      const failure = stopped(messageOf(error));
      if (!own.isRecognised(object)) throw new Error(failure, { cause: error });
      const name = fieldOf(kind, await own.get(object), "name");
      const isCut = typeof name === "string" && object.name.startsWith(name);
      const form = isCut ? `cut to ${name.length} characters without an error` : "stored in another form";
      return nameFinding(kind, `names are ${form}`, failure);
    }
    const listed = await own.listed(object);
    if (listed === undefined) throw new Error(stopped("a list does not show it within 30 s"));
    if (!mayBegin(listed.name, own.begin)) throw new Error(stopped("a list shows it with another name"));
  }
  return undefined;
}

function nameFinding(kind: Kind, what: string, failure: string): Asked {
  const title = "names of objects";
  const document = "Section 2.3: limits of length and format of text fields are not shown.";
  return {
    id: "names",
    question: { title, document },
    answer: certain(`${kind}s: ${what}`),
    failure: `${title}: ${failure}`,
  };
}

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
    return leftInWords(await own.removeAll());
  } catch (error) {
    const why = signal.aborted ? "their removal was interrupted." : `the lists failed: ${messageOf(error)}`;
    return `Objects of the probe may be left, because ${why}`;
  }
}

function leftInWords({ own, others, isUnknown }: Left): string | undefined {
  if (own.length > 0) {
    const ids = own.map(({ kind, id }) => `${kind} ${makeVisible(id)}`).join(", ");
    return `${count(own.length, "object")} of the probe could not be removed (${ids}).`;
  }
  if (others > 0)
    return `Lists show ${count(others, "object")} of the probe whose create got no clear response.`;
  return isUnknown ? "Lists do not prove that no object of the probe is left." : undefined;
}
