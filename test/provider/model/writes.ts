import type { Kind } from "../../../src/api";
import type { Action } from "../../../src/approval";
import type { Simulator } from "../../../src/simulator";
import { operationsOf } from "../../programs/program";

/** A request that writes, whether or not the server has carried it out. */
export interface Write {
  readonly kind: Kind;
  readonly action: Action;
  /** Null for a create. */
  readonly id: string | null;
  readonly name: string | undefined;
  /** The description or the prompt, "" for null; undefined if the request has none. */
  readonly text: string | undefined;
}

/** Lists the writes that have arrived after the request with a number. */
export function writesAfter(simulator: Simulator, number: number): Write[] {
  return simulator.journal({ after: number }).flatMap(({ operation, body }) => {
    for (const kind of ["cluster", "snippet"] as const) {
      for (const action of ["create", "update", "delete"] as const) {
        if (operationsOf[kind][action] === operation) return [writeOf(kind, action, body as Body)];
      }
    }
    return [];
  });
}

type Body = Readonly<Record<string, string | null>>;

function writeOf(kind: Kind, action: Action, body: Body): Write {
  const name = body[kind === "cluster" ? "clusterName" : "name"] ?? undefined;
  const text = body[kind === "cluster" ? "clusterDescription" : "prompt"];
  return { kind, action, id: body[`${kind}Id`] ?? null, name, text: text === null ? "" : text };
}
