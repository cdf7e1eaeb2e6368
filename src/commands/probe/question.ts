import type { RawResponse } from "../../client";
import type { Behaviour, Certainty } from "../../simulator";
import type { OwnObjects } from "./own-objects";
import type { Server } from "./server";

export interface Probe {
  readonly server: Server;
  readonly own: OwnObjects;
  /** Largest number of snippets that the question about page sizes creates. */
  readonly objects: number;
}

/** The answer to a question. `behaviour` has the settings of the simulator that it decides. */
export interface Answer {
  /** What the server did. Contains no credential, no id, and no text that the server sent. */
  readonly seen: string;
  readonly certainty: Certainty;
  readonly behaviour?: Partial<Behaviour>;
  /** The `requests_per_second` that suits a limit of the server. */
  readonly requestsPerSecond?: number;
}

export interface Question {
  readonly id: string;
  readonly title: string;
  readonly document: string;
  /** About how many calls it takes, with the removal of its objects. */
  calls(objects: number): number;
  ask(probe: Probe): Promise<Answer>;
}

/** A question with its answer, and the error that it ended with. */
export interface Asked {
  readonly question: Pick<Question, "id" | "title" | "document">;
  readonly answer: Answer;
  readonly failure?: string;
}

const answerOf =
  (certainty: Certainty) =>
  (seen: string, dialect: Behaviour["dialect"] = {}): Answer => ({ seen, certainty, behaviour: { dialect } });

export const certain = answerOf("certain");
export const likely = answerOf("likely");

/** The answer if the probe cannot provoke what the question is about. */
export const notSeen = (why: string): Answer => ({ seen: why, certainty: "not seen" });

export function refusedWith({ status }: RawResponse): string {
  return status >= 200 && status < 300
    ? `refused with an error and status ${status}`
    : `refused with ${status}`;
}

/** Reports whether a response decides nothing: a 429, a 5xx or another error that may pass. */
export function isPassing({ error }: RawResponse): boolean {
  return error?.retryable === true;
}
