import {
  isAmbiguous,
  isCancelled,
  isConnection,
  isDenied,
  isNotFound,
  isOtherObject,
  isRateLimited,
  isRejected,
  isUnauthorized,
  isUntrusted,
  isWrongAddress,
  type OutreachError,
} from "../../client";
import { describe, type StoredSubject, type Subject } from "./subject";

/** What a call to the API does. In a diagnostic, the word follows "Could not". */
export type Doing = "create" | "read" | "update" | "delete" | "list";

/** Call it only after a failure: it is slower than the rest of a read. */
export function failureOf(doing: Doing, subject: Subject): string {
  return `Could not ${doing} ${describe(subject)}`;
}

export function detailOf(error: OutreachError, doing: Doing): string {
  return `${error.message}\n\n${nextStep(error, doing)}`;
}

/** What to do about a workspace id that responses do not confirm. */
export const SET_WORKSPACE =
  "Set workspace_id (OUTREACH_WORKSPACE_ID) exactly as the operator issued it, including upper and lower case.";

export function inAnotherWorkspace(subject: StoredSubject): string {
  return `${describe(subject)} is in another workspace than the configured one`;
}

/** What to do about a response that shows another id than the requested one. */
export const UNDER_ANOTHER_ID =
  "Run again: a cache or proxy may have mixed up two responses. " +
  "Only if the error persists, and you are certain that the response shows the same object under another id, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API) and import it by that id.";

/** The next step if an object stays visible. Some servers show deleted objects, marked as deleted. */
export const STILL_SHOWN =
  "Run again later; if the error persists, ask the operator of the platform. " +
  "If the platform marks the object as deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).";

export const WHOLE_LIST =
  "Run again later; if the list stays incomplete, ask the operator of the platform, or of a proxy on the way, for the reason.";

function nextStep(error: OutreachError, doing: Doing): string {
  if (isOtherObject(error)) return UNDER_ANOTHER_ID;
  if (isCancelled(error)) return "The run was stopped. Run it again.";
  if (isUnauthorized(error)) {
    return "Check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and, if your workspace needs one, authorization_token (OUTREACH_AUTHORIZATION_TOKEN).";
  }
  if (isDenied(error)) return afterDenial(doing);
  if (isNotFound(error)) {
    // A read after the delete has found the object.
    if (doing === "delete") return `But a read after the delete still shows the object. ${STILL_SHOWN}`;
    return "Check the id, and that the provider is configured for the workspace of the object.";
  }
  if (doing === "create" && isAmbiguous(error)) return afterUnclearCreate(error);
  if (isUntrusted(error)) {
    return (
      "Node.js does not read the system's certificates. If your own certificate authority signs for the API or for a proxy, set NODE_EXTRA_CA_CERTS to the file with its certificate. " +
      "Check this file and base_url (OUTREACH_BASE_URL), then run again."
    );
  }
  if (isConnection(error) || isWrongAddress(error)) {
    return "Check base_url (OUTREACH_BASE_URL), HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and that this machine can reach the API, then run again.";
  }
  if (breaksContract(error)) return `Run again; if the error persists, ${API_CHANGED}`;
  const step = isRejected(error) ? afterRefusal(error, doing) : undefined;
  return (
    step ??
    "Run again; if the error persists, ask the operator of the platform, or set TF_LOG=debug to log the status of each call."
  );
}

/** Returns the next step if the same credentials have listed objects or, before a write, read this object. */
function afterDenial(doing: Doing): string {
  const granted =
    doing === "read" ? "The API lists the objects for the same credentials" : "A read was not denied";
  return (
    `${granted}, so the API denies only this object. Its state is kept. ` +
    "Ask the operator of the platform to grant this user access to the object, then run again. " +
    "To stop managing the object, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API)."
  );
}

const API_CHANGED =
  "the API may have changed: look for a newer version of the provider, or ask the operator of the platform.";

/** Reports whether the API broke its contract. If there is no status, the response was not HTTP. */
function breaksContract({ code, status }: OutreachError): boolean {
  return code === "OUTREACH_RESPONSE" && status !== undefined;
}

function afterUnclearCreate(error: OutreachError): string {
  const named = "If it does, the next plan shows its id: import it then.";
  if (isRejected(error)) {
    return `Declare values that the server accepts, then run again. Despite this status, the object may exist. ${named}`;
  }
  if (breaksContract(error)) {
    return `The response lacks the new id, and the object may exist. ${named} If other creates end the same way, ${API_CHANGED}`;
  }
  if (isRateLimited(error)) {
    return `Run it again. If this happens often, set requests_per_second (OUTREACH_REQUESTS_PER_SECOND). Although the server refused the create, the object may exist. ${named}`;
  }
  return `The response was lost, so the object may exist. ${named}`;
}

/** Returns the next step after a rejection. The same request would be rejected again. */
function afterRefusal({ status }: OutreachError, doing: Doing): string | undefined {
  if (status === 404 || status === 410) return "Check base_url (OUTREACH_BASE_URL), then run again.";
  if (status === 403) {
    // Of an HTML page. The client reports any other 403 as refused credentials.
    return "A firewall in front of the API may mistake a text for an attack, for example a text that contains code. Declare another text, or ask the operator to allow this one, then run again.";
  }
  if (doing === "read") {
    return "The refusal does not say that the object is missing, so its state is kept. Run again later; if the error persists, ask the operator of the platform.";
  }
  if (doing === "create" || doing === "update") {
    return "Declare values that the server accepts, then run again.";
  }
  return doing === "delete" ? "Fix what the server rejects, then run again." : undefined;
}
