import { isAmbiguous, OutreachError } from "../../client";
import { DiagnosticError, type HookCall } from "../../sdk/framework";
import { pause } from "../run/polling";
import type { Concerned } from "../run/operation";
import { beginWrite, explainedWrite } from "../run/reporting";

/** If `permit` takes longer than this, the attempt reads the object again before it sends. */
const LONG_MS = 1_000;

export class Done<Result> {
  constructor(readonly result: Result) {}
}

export interface Again {
  /** Why the result of the earlier attempts is unknown; undefined if none of them was carried out. */
  readonly lost: OutreachError | undefined;
}

export interface Attempt<Seen, Result> {
  readonly doing: "create" | "update" | "delete";
  /** Reads the object that the attempt would change. Returns `Done` if nothing is left to do. */
  look(again: Again | undefined): Promise<Seen | Done<Result>>;
  /** Throws if this run may not write to the object. */
  permit(seen: Seen, again: Again | undefined): void | Promise<void>;
  /** Sends one request, which the client does not retry. */
  send(seen: Seen): Promise<Result>;
  /** Waits until the next attempt may be sent, or throws if no attempt follows. */
  judge(error: OutreachError, seen: Seen): Promise<Done<Result> | Again>;
}

export async function write<Seen, Result>(
  concerned: Concerned & { readonly call: HookCall },
  attempt: Attempt<Seen, Result>,
): Promise<Result> {
  const { doing } = attempt;
  let again: Again | undefined;
  const prepare = async (isRepeated = false): Promise<Seen | Done<Result>> => {
    beginWrite(doing, concerned);
    const seen = await attempt.look(again);
    if (seen instanceof Done) return seen;
    const lookedAt = performance.now();
    await attempt.permit(seen, again);
    // Reads again only once: if lists are always slow, a third read would be as old as the second.
    if (!isRepeated && performance.now() - lookedAt > LONG_MS) return prepare(true);
    // Terraform may have asked to stop since the read.
    beginWrite(doing, concerned);
    return seen;
  };
  for (;;) {
    try {
      const seen = await prepare().catch((error: unknown) => {
        throw withEarlierAttempt(error, again?.lost);
      });
      const outcome = seen instanceof Done ? seen : await once(attempt, seen);
      if (outcome instanceof Done) {
        const { run } = concerned;
        run.failures.recordResult("write", undefined);
        if (!(seen instanceof Done) || again !== undefined) run.written += 1;
        return outcome.result;
      }
      again = outcome;
    } catch (error) {
      throw error instanceof OutreachError ? explainedWrite(error, doing, concerned) : error;
    }
  }
}

async function once<Seen, Result>(attempt: Attempt<Seen, Result>, seen: Seen): Promise<Done<Result> | Again> {
  try {
    return new Done(await attempt.send(seen));
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
    return attempt.judge(error, seen);
  }
}

/** Waits as the client's policy says. Returns false after a stop, or if no retry is allowed. */
export async function mayRetry({ repeatAfterMs }: OutreachError, signal: AbortSignal): Promise<boolean> {
  if (repeatAfterMs === undefined) return false;
  await pause(repeatAfterMs, signal);
  return !signal.aborted;
}

/** If a stop prevented a retry, returns the error of a cancelled write. */
export function unlessStopped(error: OutreachError, { aborted }: AbortSignal): OutreachError {
  if (!aborted || error.repeatAfterMs === undefined) return error;
  const code = "OUTREACH_CANCELLED";
  return Object.assign(new OutreachError({ code, message: error.message }), { ...error, code });
}

function withEarlierAttempt(error: unknown, lost: OutreachError | undefined): unknown {
  if (!isAmbiguous(lost) || !(error instanceof DiagnosticError)) return error;
  const [first, ...others] = error.diagnostics;
  const detail = `An earlier attempt failed. ${lost.message}\n\nThe provider has looked before a retry. ${first!.detail}`;
  return new DiagnosticError({ ...first!, detail }, ...others);
}
