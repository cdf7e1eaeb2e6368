import { isRetryable, type RawResponse } from "../../client";
import type { Behaviour, Certainty, Dialect } from "../../simulator";

export interface Answer extends Partial<Behaviour> {
  /** What the server did. Contains no credential, no id and no text from the server. */
  readonly seen: string;
  readonly certainty: Certainty;
  /** A `requests_per_second` below the server's limit. */
  readonly requestsPerSecond?: number;
}

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

export class NotSeen extends Error {}

/** @throws NotSeen for an error that may pass, such as a 429 or a 5xx */
export function decided(reply: RawResponse): void {
  if (isRetryable(reply.error)) throw new NotSeen(refusedWith(reply));
}

/** @throws NotSeen for an error */
export function accepted(reply: RawResponse): void {
  if (reply.error !== undefined) throw new NotSeen(refusedWith(reply));
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function refusedWith({ status }: Pick<RawResponse, "status">): string {
  return `refused with ${isSuccess(status) ? "an error and status " : ""}${status}`;
}
