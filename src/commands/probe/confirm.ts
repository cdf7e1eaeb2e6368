import { once } from "node:events";
import { createInterface } from "node:readline/promises";

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks a question. True only for the answer "yes": Ctrl-C, Ctrl-D and the end of the input mean no. */
export async function isConfirmed(question: string, streams: Streams): Promise<boolean> {
  const terminal = createInterface(streams);
  // The promise of a question does not settle if the input ends.
  const ended = once(terminal, "close").then(() => "");
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer.trim() === "yes";
}
