import { isAmbiguous, isDenied, isOutage, isRetryable, OutreachError } from "../../client";
import type { HookCall } from "../../sdk/framework";
import { detailOf, failureOf, type Doing } from "../wording/failure";
import { ProviderError } from "../wording/subject";
import type { Concerned } from "./operation";
import type { Run } from "./run";

/**
 * Turns an error of `send` into a diagnostic. If all calls fail for the same reason, one error reports it.
 */
export async function explaining<T>(doing: Doing, concerned: Concerned, send: () => Promise<T>): Promise<T> {
  refuseAfterOutage(doing, concerned);
  try {
    return await send();
  } catch (error) {
    throw explained(error, doing, concerned);
  }
}

/** Ten failed writes in a row end the run. */
export function explainedWrite(error: unknown, doing: Doing, concerned: Concerned): unknown {
  const isFailure = isRetryable(error) || isDenied(error);
  concerned.run.failures.recordResult("write", isFailure ? error : undefined);
  return explained(error, doing, concerned);
}

/** If a resource fails because of the same outage, the resource still reports the outage in full. */
export async function explainingLookUp<T>(
  doing: Doing,
  { subject, run: { failures } }: Concerned,
  send: () => Promise<T>,
): Promise<T> {
  const summary = failureOf(doing, subject);
  if (failures.outage !== undefined) throw new RunFailure(summary, "", true);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
    throw new RunFailure(summary, detailOf(error, doing), isOutage(error) && !failures.recordOutage(error));
  }
}

export function refuseAfterOutage(doing: Doing, { subject, run: { failures } }: Concerned): void {
  const { outage } = failures;
  if (outage === undefined) return;
  // No request was sent for this object, so the advice is the advice for a read.
  throw new RunFailure(failureOf(doing, subject), detailOf(outage, "read"), !failures.reportFailure());
}

export function beginWrite(doing: Doing, operation: Concerned & { readonly call: HookCall }): void {
  if (operation.call.signal.aborted) {
    throw new ProviderError(
      failureOf(doing, operation.subject),
      "The run was stopped before this write began. Run it again.",
    );
  }
  refuseAfterOutage(doing, operation);
  operation.run.beginWriting();
}

export function explained(error: unknown, doing: Doing, { subject, run }: Concerned): unknown {
  if (!(error instanceof OutreachError)) return error;
  const isReported = isOutage(error) && !run.failures.reportOutage(error);
  // An ambiguous create may have made an object, which no other error reports.
  const repeated = isReported && !(doing === "create" && isAmbiguous(error));
  return new RunFailure(failureOf(doing, subject), detailOf(error, doing), repeated);
}

export class RunFailure extends ProviderError {
  constructor(
    summary: string,
    detail: string,
    readonly repeated: boolean,
  ) {
    super(summary, repeated ? REPORTED : detail);
  }
}

/** Returns undefined if another error has reported why `part` fails. */
export async function unlessReported<T>(run: Run, part: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    return ifReported(error, undefined, run);
  }
}

/** Returns `otherwise` if another error has reported the reason of `error`, and else throws `error`. */
export function ifReported<U>(error: unknown, otherwise: U, run: Run): U {
  if (error instanceof RunFailure && error.repeated) return otherwise;
  // If an apply is stopped while it plans, Terraform still plans all remaining objects.
  if (run.isStopped && !run.failures.isFirstReport("the stop")) return otherwise;
  throw error;
}

const REPORTED = "Another error of this run reports the reason. Fix the reason, then run again.";
