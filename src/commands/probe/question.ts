import type { Answer } from "./answer";
import type { OwnObjects } from "./own-objects";
import type { Server } from "./server";

export interface Probe {
  readonly server: Server;
  readonly own: OwnObjects;
  readonly objects: number;
}

/** Rejects with NotSeen if the responses decide nothing. */
export type Question = (probe: Probe) => Promise<Answer>;

export type Questions = Readonly<Record<string, Question>>;
