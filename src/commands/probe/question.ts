import { isRetryable, type RawResponse } from "../../client";
import type { Behaviour, Certainty, Dialect } from "../../simulator";
import type { OwnObjects } from "./own-objects";
import type { Server } from "./server";

export interface Probe {
  readonly server: Server;
  readonly own: OwnObjects;
  /** Largest number of snippets that the question about page sizes creates. */
  readonly objects: number;
}

/** The answer to a question, with the settings of the simulator that it decides. */
export interface Answer extends Partial<Behaviour> {
  /** What the server did. Contains no credential, no id, and no text that the server sent. */
  readonly seen: string;
  readonly certainty: Certainty;
  /** The `requests_per_second` that suits a limit of the server. */
  readonly requestsPerSecond?: number;
  /** Why the question could not be asked to its end. */
  readonly failure?: string;
}

export interface Question {
  readonly title: string;
  /** What the API document says. */
  readonly document: string;
  /** Rejects with NotSeen if the server's responses decide nothing. */
  ask(probe: Probe): Promise<Answer>;
}

export function question(title: string, document: string, ask: Question["ask"]): Question {
  return { title, document, ask };
}

/** By the ids that identify the questions in all versions of the probe, in the order of the report. */
export type Questions = Readonly<Record<string, Question>>;

/** A setting that is undefined is not seen. */
type Settings = { readonly [Name in keyof Dialect]?: Dialect[Name] | undefined };

const answerOf =
  (certainty: Certainty) =>
  (seen: string, settings: Settings = {}): Answer => {
    const known = Object.entries(settings).filter(([, value]) => value !== undefined);
    return { seen, certainty, dialect: Object.fromEntries(known) };
  };

export const certain = answerOf("certain");
export const likely = answerOf("likely");
/** The answer if the probe cannot provoke what the question is about. */
export const notSeen = (why: string): Answer => ({ seen: why, certainty: "not seen" });

/** Ends a question that cannot be answered. */
export class NotSeen extends Error {}

/** @throws NotSeen if the response decides nothing: a 429, a 5xx or another error that may pass */
export function decided(reply: RawResponse): void {
  if (isRetryable(reply.error)) throw new NotSeen(refusedWith(reply));
}

/** @throws NotSeen for every response that is no success */
export function accepted(reply: RawResponse): void {
  if (reply.error !== undefined) throw new NotSeen(refusedWith(reply));
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function refusedWith({ status }: RawResponse): string {
  return `refused with ${isSuccess(status) ? "an error and status " : ""}${status}`;
}
