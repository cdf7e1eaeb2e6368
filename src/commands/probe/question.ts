import type { Answer } from "./answer";
import type { OwnObjects } from "./own-objects";
import type { Server } from "./server";

export interface Probe {
  readonly server: Server;
  readonly own: OwnObjects;
  /** Largest number of snippets that the question about page sizes creates. */
  readonly objects: number;
}

/** Rejects with NotSeen if the server's responses decide nothing. */
export type Question = (probe: Probe) => Promise<Answer>;

/** By what they are about, in the order of the report. */
export type Questions = Readonly<Record<string, Question>>;
