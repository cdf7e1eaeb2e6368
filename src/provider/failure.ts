import { isAmbiguous, isCancelled, isConnection, isUnauthorized, isNotFound, OutreachError } from "../client";
import { DiagnosticError } from "../plugin/framework";
import { describe, type Subject } from "./subject";

/** What was being done, as it reads after "Could not". */
export type Doing = "create" | "read" | "update" | "delete" | "list" | "import";

/** Runs calls to the API; a failure becomes a diagnostic that names the object and says what to do. */
export async function explaining<T>(doing: Doing, subject: Subject, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
    throw new DiagnosticError({
      severity: "error",
      summary: `Could not ${doing} ${describe(subject)}`,
      detail: `${error.message}\n\n${nextStep(error, doing, subject)}`,
    });
  }
}

/**
 * An answer that may stand for a missing object, whatever form it takes: the document shows none. A list has to prove
 * it. Refused credentials, lost connections and trouble of the server itself are never such an answer.
 */
export function mayBeGone(error: unknown): boolean {
  if (isNotFound(error)) return true;
  return error instanceof OutreachError && ["OUTREACH_REJECTED", "OUTREACH_RESPONSE"].includes(error.code);
}

function nextStep(error: OutreachError, doing: Doing, subject: Subject): string {
  if (isCancelled(error)) return "The run was stopped. Run it again.";
  if (isUnauthorized(error)) {
    return "Check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and, if your workspace needs one, authorization_token (OUTREACH_AUTHORIZATION_TOKEN).";
  }
  if (isNotFound(error))
    return "Check the id, and that the provider is configured for the workspace that holds it.";
  if (doing === "create" && isAmbiguous(error)) {
    return `The answer was lost, so the object may exist. Look for ${describe(subject)} in the workspace: if it is there, import it; if not, run apply again.`;
  }
  if (isConnection(error)) {
    return "Check base_url (OUTREACH_BASE_URL) and that this machine can reach it, then run again.";
  }
  return "Run again; if it stays, TF_LOG=debug shows the requests, without their secrets.";
}
