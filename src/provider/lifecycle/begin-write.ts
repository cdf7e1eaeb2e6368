import { DiagnosticError, type Call } from "../../plugin/framework";
import type { Concerned } from "../run/operation";
import { refuseAfterOutage } from "../run/reporting";
import { failureOf, type Doing } from "../wording/failure";

/** Begins a write. Throws if Terraform has asked to stop, and after an outage. Ends reading ahead. */
export function beginWrite(doing: Doing, operation: Concerned & { readonly call: Call }): void {
  const { subject, run, call } = operation;
  if (call.signal.aborted) {
    throw new DiagnosticError({
      severity: "error",
      summary: failureOf(doing, subject),
      detail: "The run was stopped before this began. Run it again.",
    });
  }
  refuseAfterOutage(doing, operation);
  run.phase.beginWriting();
}
