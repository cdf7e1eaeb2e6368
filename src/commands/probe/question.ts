import type { RawResponse } from "../../client";
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
}

export interface Question {
  readonly title: string;
  /** What the API document says. */
  readonly document: string;
  /** Rejects with NotSeen if the server's responses decide nothing. */
  ask(probe: Probe): Promise<Answer>;
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
export function decided(reply: RawResponse, what = ""): void {
  if (isPassing(reply)) throw new NotSeen(`${what}${refusedWith(reply)}`);
}

/** @throws NotSeen for every response that is no success */
export function accepted(reply: RawResponse): void {
  if (reply.error !== undefined) throw new NotSeen(refusedWith(reply));
}

export function isPassing({ error }: RawResponse): boolean {
  return error?.retryable === true;
}

export function refusedWith({ status }: RawResponse): string {
  return status >= 200 && status < 300
    ? `refused with an error and status ${status}`
    : `refused with ${status}`;
}
