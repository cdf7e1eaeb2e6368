import { DiagnosticError, type Call } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { failureOf, refuseAfterOutage, type Doing } from "../wording/failure";
import type { Subject } from "../wording/subject";

/**
 * Lets a write begin, unless Terraform has asked to stop or the run cannot succeed any more. From then on nothing that was
 * read ahead is given out.
 */
export function beginWrite(doing: Doing, subject: Subject, workspace: Workspace, call: Call): void {
  if (call.signal.aborted) {
    throw new DiagnosticError({
      severity: "error",
      summary: failureOf(doing, subject),
      detail: "The run was stopped before this began. Run it again.",
    });
  }
  refuseAfterOutage(doing, subject, workspace);
  workspace.noteWrite();
}
