import { DiagnosticError, type Call } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import { SAID_BEFORE, type Doing } from "./failure";
import { describe, type Subject } from "./subject";

/**
 * Lets a write begin, unless Terraform has asked to stop or the run cannot succeed any more. From then on nothing that was
 * read ahead is given out.
 */
export function beginWrite(doing: Doing, subject: Subject, workspace: Workspace, call: Call): void {
  const why = call.signal.aborted
    ? "The run was stopped before this began. Run it again."
    : workspace.refused
      ? SAID_BEFORE
      : undefined;
  if (why === undefined) return workspace.noteWrite();
  throw new DiagnosticError({
    severity: "error",
    summary: `Could not ${doing} ${describe(subject)}`,
    detail: why,
  });
}
