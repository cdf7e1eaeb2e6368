import type { Call } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { isRefusal } from "../wording/failure";
import type { AnyKind, Readable } from "../run/object-kind";

/** What one read of an object says. */
export interface Answer<Found> {
  readonly found?: Found;
  /** Why there is none: only a list tells whether the object is gone. */
  readonly refusal?: unknown;
}

/** Reads an object once; throws what says nothing of whether there is one. */
export async function readOnce<Found extends Readable>(
  kind: AnyKind<Found>,
  id: string,
  workspace: Workspace,
  call: Call,
): Promise<Answer<Found>> {
  try {
    return { found: await kind.get(workspace.client, id, { signal: call.signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error };
  }
}
