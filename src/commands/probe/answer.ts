import { isRetryable, type RawResponse } from "../../client";
import type { Behaviour, Certainty, Dialect } from "../../simulator";

/** The answer to a question, with the settings of the simulator that it decides. */
export interface Answer extends Partial<Behaviour> {
  /** What the server did. Contains no credential, no id, and no text that the server sent. */
  readonly seen: string;
  readonly certainty: Certainty;
  /** The `requests_per_second` that suits a limit of the server. */
  readonly requestsPerSecond?: number;
}

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
export const notSeen = answerOf("not seen");

/** Ends a question. */
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

export function refusedWith({ status }: Pick<RawResponse, "status">): string {
  return `refused with ${isSuccess(status) ? "an error and status " : ""}${status}`;
}
