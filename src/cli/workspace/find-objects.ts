import { isConnection, isOutage } from "../../client";
import { areAllMissing } from "../../objects/absence";
import { type Kind, KINDS } from "../../objects/kinds";
import { inParallel } from "../shared/lists";
import type { StateObject } from "../states/state-file";
import { type Look, lookFor } from "./look";
import type { FoundObject } from "./objects";
import { doubtOf, problemOf } from "./problem";
import type { Workspace } from "./workspace";

/** What a command knows of the object of a state. */
export type Finding =
  | { readonly is: "found"; readonly object: FoundObject }
  /** Confirmed deleted by the rules of the provider. */
  | { readonly is: "deleted" }
  /** The command could not find out. `reason` consists of sentences, with the next step. */
  | { readonly is: "unknown"; readonly reason: string };

export interface Found {
  readonly state: StateObject;
  readonly finding: Finding;
}

interface Looked {
  readonly state: StateObject;
  readonly look: Look;
}

/**
 * Looks for the objects of states, and returns them in the same order. `listed` are other objects of the
 * states, which a list has shown. A failure concerns one object only. If the API cannot be reached for any
 * of them, rejects with the OutreachError.
 */
export async function findObjects(
  workspace: Workspace,
  states: readonly StateObject[],
  listed: readonly StateObject[] = [],
): Promise<Found[]> {
  let outage: unknown;
  const looked = await inParallel(
    states,
    workspace.connection.concurrency,
    async (state): Promise<Looked> => {
      if (outage !== undefined) return { state, look: { is: "failed", error: outage } };
      const look = await lookFor(workspace, state);
      if (look.is === "failed" && isOutage(look.error)) outage = look.error;
      return { state, look };
    },
  );
  const failures = looked.flatMap(({ look }) => (look.is === "failed" ? [look.error] : []));
  const isUseless = (error: unknown) => isOutage(error) || isConnection(error);
  if (looked.length > 0 && failures.length === looked.length && failures.every(isUseless)) throw failures[0];
  const found = looked.flatMap(({ state, look }) => (look.is === "found" ? state : []));
  const shown = new Set([...listed, ...found].map(({ kind }) => kind));
  const doubts = new Map(
    KINDS.map((kind) => [kind, shown.has(kind) ? undefined : doubtAbout(kind, looked, workspace)]),
  );
  return looked.map(({ state, look }) => ({
    state,
    finding: findingOf({ state, look }, workspace.connection.address, doubts.get(state.kind)),
  }));
}

/** Returns why the objects of a kind, of which none was found, may only seem deleted; else undefined. */
function doubtAbout(kind: Kind, looked: readonly Looked[], workspace: Workspace): string | undefined {
  const { newest } = workspace.inventory(kind);
  const deleted = looked.filter(({ state, look }) => state.kind === kind && look.is === "deleted").length;
  const isEmpty = newest?.isEmpty === true;
  return isEmpty || areAllMissing({ found: 0, deleted }, newest) ? doubtOf(kind, isEmpty) : undefined;
}

function findingOf({ state, look }: Looked, address: string, doubt: string | undefined): Finding {
  if (look.is === "found") return look;
  if (look.is !== "deleted") return { is: "unknown", reason: problemOf(look, state, address) };
  return doubt === undefined ? { is: "deleted" } : { is: "unknown", reason: doubt };
}
