import {
  isAmbiguous,
  isCancelled,
  isConnection,
  isDenied,
  isMaybeMissing,
  isNotFound,
  isOtherObject,
  isOutage,
  isRateLimited,
  isRejected,
  isRetryable,
  isUnauthorized,
  isUntrusted,
  isWrongAddress,
  OutreachError,
} from "../../client";
import { DiagnosticError } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { describe, type Subject } from "./subject";

/** What was being done, as it reads after "Could not". */
export type Doing = "create" | "read" | "update" | "delete" | "list";

/**
 * Runs calls to the API; a failure becomes a diagnostic that names the object and says what to do. A failure that every
 * other call will meet too is told in full once, and then ends the others at once: hundreds of copies of one error, and
 * of the wait for it, help nobody.
 */
export async function explaining<T>(
  doing: Doing,
  subject: Subject,
  workspace: Workspace,
  run: () => Promise<T>,
): Promise<T> {
  refuseAfterOutage(doing, subject, workspace);
  const isWrite = doing !== "read" && doing !== "list";
  try {
    const result = await run();
    if (isWrite) workspace.noteWriteEnded(undefined);
    return result;
  } catch (error) {
    if (isWrite) workspace.noteWriteEnded(isRetryable(error) || isDenied(error) ? error : undefined);
    throw explained(error, doing, subject, workspace);
  }
}

/**
 * The same for a data source. In a check block, Terraform makes a warning of its error, which must not silence the resources:
 * the first of them tells the outage again.
 */
export async function explainingLookUp<T>(
  doing: Doing,
  subject: Subject,
  workspace: Workspace,
  run: () => Promise<T>,
): Promise<T> {
  const failure = (detail: string) => new RunFailure(failureOf(doing, subject), detail, false);
  if (workspace.outage !== undefined) throw failure(SAID_OR_WARNED_BEFORE);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
    const isTold = isOutage(error) && !workspace.noteOutage(error);
    throw failure(isTold ? SAID_OR_WARNED_BEFORE : detailOf(error, doing));
  }
}

/** To be called before a call to the API. */
export function refuseAfterOutage(doing: Doing, subject: Subject, workspace: Workspace): void {
  const { outage } = workspace;
  if (outage === undefined) return;
  // Nothing was sent for this subject, so what to do is never that of a write whose outcome is unknown.
  const detail = detailOf(outage, "read");
  throw new RunFailure(failureOf(doing, subject), detail, !workspace.reportFailure());
}

/** What is to be thrown in place of an error of the API. */
export function explained(error: unknown, doing: Doing, subject: Subject, workspace: Workspace): unknown {
  if (!(error instanceof OutreachError)) return error;
  const isTold = isOutage(error) && !workspace.reportOutage(error);
  // A create whose answer is lost tells of an object of its own, and of a redirect only its own error may tell.
  const repeated = isTold && !(doing === "create" && isAmbiguous(error));
  return new RunFailure(failureOf(doing, subject), detailOf(error, doing), repeated);
}

function detailOf(error: OutreachError, doing: Doing): string {
  return `${error.message}\n\n${nextStep(error, doing)}`;
}

/** The summary of a failure. Not to be made in advance: naming an object takes longer than most of what is done with it. */
export function failureOf(doing: Doing, subject: Subject): string {
  return `Could not ${doing} ${describe(subject)}`;
}

/** An error of which there may be many in one run, all for the same reason. */
export class RunFailure extends DiagnosticError {
  constructor(
    summary: string,
    detail: string,
    /** Another error of this run has told the same already. */
    readonly repeated: boolean,
  ) {
    super({ severity: "error", summary, detail: repeated ? SAID_BEFORE : detail });
  }
}

/** The failure of something that is not even begun, because the run has failed already. */
export function repeatedFailure(doing: Doing, subject: Subject): RunFailure {
  return new RunFailure(failureOf(doing, subject), SAID_BEFORE, true);
}

/** Runs the part of a plan that a failing run can do without; undefined where an earlier error explains it already. */
export async function unlessSaidBefore<T>(
  workspace: Workspace,
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    return saidBefore(error, undefined, workspace);
  }
}

/** The same for a part that waits for nothing. */
export function unlessSaidBeforeAtOnce<T>(workspace: Workspace, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    return saidBefore(error, undefined, workspace);
  }
}

/** `otherwise` for an error that an earlier one explains already; throws any other, which somebody has to show. */
export function saidBefore<U>(error: unknown, otherwise: U, workspace: Workspace): U {
  if (error instanceof RunFailure && error.repeated) return otherwise;
  // At a stop while an apply still plans, Terraform goes on to ask for every other object.
  if (workspace.isStopped && !workspace.isFirstToTell("the stop")) return otherwise;
  throw error;
}

/** The detail of errors that follow from one that was told in full. */
const SAID_BEFORE = "Another error of this run says why. Fix that and run again.";
/** The same where that may have been the error of a data source in a check block. */
const SAID_OR_WARNED_BEFORE =
  "Another error of this run, or the warning of a check block, says why. Fix that and run again.";

/** What to do about an answer that shows another id than the one that was asked for. */
export const UNDER_ANOTHER_ID =
  "Run again: a cache or proxy on the way may have mixed up two answers. " +
  "Only if the error persists, and the object of the answer is surely the same under another id, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API) and import it by that id.";

/** What to do about an object that goes on showing. Some servers list or read what is deleted, marked as such in a field of their own. */
export const STILL_SHOWN =
  "Run again in a while; if the error persists, ask the operator of the platform. " +
  "Where the platform itself calls the object deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).";

/**
 * A refusal to read one object, whatever form it takes: the document shows none. Only a list tells whether the object is gone, the
 * credentials are refused, or the base URL leads elsewhere. Lost connections and trouble of the server itself are no refusal.
 */
export function isRefusal(error: unknown): error is OutreachError {
  if (isNotFound(error) || isDenied(error) || isRejected(error)) return true;
  return error instanceof OutreachError && error.code === "OUTREACH_RESPONSE";
}

/** A refusal that may stand for a missing object. One that says that there is something (409, 423, …), or a page, never does. */
export const mayBeGone: (error: unknown) => error is OutreachError = isMaybeMissing;

function nextStep(error: OutreachError, doing: Doing): string {
  if (isOtherObject(error)) return UNDER_ANOTHER_ID;
  if (isCancelled(error)) return "The run was stopped. Run it again.";
  if (isUnauthorized(error)) {
    return "Check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and, if your workspace needs one, authorization_token (OUTREACH_AUTHORIZATION_TOKEN).";
  }
  if (isDenied(error)) return afterDenial(doing);
  if (isNotFound(error)) {
    // The look that follows a delete has found it.
    if (doing === "delete") return `Yet a read still shows the object. ${STILL_SHOWN}`;
    return "Check the id, and that the provider is configured for the workspace that holds it.";
  }
  if (doing === "create" && isAmbiguous(error)) return afterUnclearCreate(error);
  if (isUntrusted(error)) {
    return (
      "Node.js does not read the system's certificates: those of an authority of your own, which signs for the API or for a proxy on the way, come from the file that NODE_EXTRA_CA_CERTS names. " +
      "Check that and base_url (OUTREACH_BASE_URL), then run again."
    );
  }
  if (isConnection(error) || isWrongAddress(error)) {
    return "Check base_url (OUTREACH_BASE_URL), HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and that this machine reaches the API there, then run again.";
  }
  if (breaksContract(error)) return `Run again; if the error persists, ${API_CHANGED}`;
  const step = isRejected(error) ? afterRefusal(error, doing) : undefined;
  return (
    step ??
    "Run again; if the error persists, ask the operator of the platform, or see with TF_LOG=debug which calls ended with which status."
  );
}

/** The same credentials got a list, or the object itself before a write. */
function afterDenial(doing: Doing): string {
  const granted =
    doing === "read" ? "The API answers the list to the same credentials" : "A read was not denied";
  return (
    `${granted}, so this concerns the object and not the credentials; its state is kept. ` +
    "Ask the operator of the platform to grant this user access to it, then run again. " +
    "To stop managing it, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API)."
  );
}

const API_CHANGED =
  "the API may have changed: look for a newer version of the provider, or ask the operator of the platform.";

/** Without a status it was no HTTP, as of another server. */
function breaksContract({ code, status }: OutreachError): boolean {
  return code === "OUTREACH_RESPONSE" && status !== undefined;
}

function afterUnclearCreate(error: OutreachError): string {
  const named = "The next plan names it with its id if it does: import it then.";
  if (isRejected(error)) {
    return `Declare what the server accepts, then run again. Despite this status, the object may exist. ${named}`;
  }
  if (breaksContract(error)) {
    return `The answer lacks the new id, and the object may exist. ${named} If other creates end the same way, ${API_CHANGED}`;
  }
  if (isRateLimited(error)) {
    return `Run it again. If that happens often, set requests_per_second (OUTREACH_REQUESTS_PER_SECOND). Though turned away, the object may exist. ${named}`;
  }
  return `The answer was lost, so the object may exist. ${named}`;
}

/** Any other 403 is one of the credentials. */
const REFUSED_BY_FIREWALL =
  "A firewall in front of the API may take a text for an attack, such as one with code in it. Declare another text, or have the operator let this one pass, then run again.";

const KEPT_ALTHOUGH_REFUSED =
  "The refusal does not say that the object is missing, so its state is kept. Run again in a while; if the error persists, ask the operator of the platform.";

/** The same request would be refused again. */
function afterRefusal({ status }: OutreachError, doing: Doing): string | undefined {
  if (status === 404 || status === 410) return "Check base_url (OUTREACH_BASE_URL), then run again.";
  if (status === 403) return REFUSED_BY_FIREWALL;
  if (doing === "read") return KEPT_ALTHOUGH_REFUSED;
  if (doing === "create" || doing === "update") return "Declare what the server accepts, then run again.";
  return doing === "delete" ? "Fix what the server complains about, then run again." : undefined;
}
