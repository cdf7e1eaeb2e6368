import { isAmbiguous, isDenied, isOutage, isRetryable, OutreachError } from "../../client";
import type { HookCall } from "../../sdk/framework";
import { detailOf, failureOf, type Doing } from "../wording/failure";
import { ProviderError } from "../wording/subject";
import type { Concerned } from "./operation";
import type { Run } from "./run";

/** Runs calls to the API. Turns a failure into a diagnostic. A run reports each cause in full once. */
export async function explaining<T>(doing: Doing, concerned: Concerned, send: () => Promise<T>): Promise<T> {
  refuseAfterOutage(doing, concerned);
  try {
    return await send();
  } catch (error) {
    throw explained(error, doing, concerned);
  }
}

/** Returns the diagnostic for the final error of a write. Ten failed writes in a row end the run. */
export function explainedWrite(error: unknown, doing: Doing, concerned: Concerned): unknown {
  const isFailure = isRetryable(error) || isDenied(error);
  concerned.run.failures.recordResult("write", isFailure ? error : undefined);
  return explained(error, doing, concerned);
}

/** Runs the calls of a data source. After an outage, the first resource still reports the outage in full. */
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
  // No request was sent for this subject, so the advice for an ambiguous write does not apply.
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
  // An ambiguous create may have made an object, and no other error reports that.
  const repeated = isReported && !(doing === "create" && isAmbiguous(error));
  return new RunFailure(failureOf(doing, subject), detailOf(error, doing), repeated);
}

/** An error that many resources of a run may have for the same reason. */
export class RunFailure extends ProviderError {
  constructor(
    summary: string,
    detail: string,
    /** True if another error of this run has reported the same reason in full. */
    readonly repeated: boolean,
  ) {
    super(summary, repeated ? REPORTED : detail);
  }
}

/** Returns undefined if the error of a part of a plan is reported already. */
export async function unlessReported<T>(run: Run, part: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    return ifReported(error, undefined, run);
  }
}

/** Returns `otherwise` for an error whose reason is reported already; throws any other error. */
export function ifReported<U>(error: unknown, otherwise: U, run: Run): U {
  if (error instanceof RunFailure && error.repeated) return otherwise;
  // If Terraform is stopped while an apply still plans, it goes on to plan all other objects.
  if (run.isStopped && !run.failures.isFirstReport("the stop")) return otherwise;
  throw error;
}

/** The detail of errors whose reason another error has reported in full. */
const REPORTED = "Another error of this run reports the reason. Fix the reason, then run again.";
