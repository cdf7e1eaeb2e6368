import {
  isAmbiguous,
  isCancelled,
  isConnection,
  isDenied,
  isNotFound,
  isOtherObject,
  isRejected,
  isUnauthorized,
  isUntrusted,
  isWrongAddress,
  type OutreachError,
} from "../../client";
import { describe, type StoredSubject, type Subject } from "./subject";

/** Diagnostics say "Could not" before this word. */
export type Doing = "create" | "read" | "update" | "delete" | "list";

/** This function is slow: call it only after a failure. */
export function failureOf(doing: Doing, subject: Subject): string {
  return `Could not ${doing} ${describe(subject)}`;
}

export function detailOf(error: OutreachError, doing: Doing): string {
  return `${error.message}\n\n${nextStep(error, doing)}`;
}

export const SET_WORKSPACE =
  "Set workspace_id (OUTREACH_WORKSPACE_ID) exactly as the operator issued it, including upper and lower case.";

export function inAnotherWorkspace(subject: StoredSubject): string {
  return `${describe(subject)} is in another workspace than the configured one`;
}

/** Some servers still return deleted objects, marked as deleted. */
export const STILL_SHOWN =
  "Run again later; if the error persists, ask the operator of the platform. " +
  "If the platform marks the object as deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).";

export const WHOLE_LIST =
  "Run again later; if the list stays incomplete, ask the operator of the platform, or of a proxy on the way, for the reason.";

function nextStep(error: OutreachError, doing: Doing): string {
  return STEPS.find(([holds]) => holds(error, doing))![1];
}

const isWrite = (doing: Doing) => doing === "create" || doing === "update";

const MAY_EXIST =
  "The result of the create is not known, so the object may exist. If it does, the next plan shows its id: import it then.";

const ACCEPTED = "Declare values that the server accepts, then run again.";

const STEPS: readonly (readonly [holds: (error: OutreachError, doing: Doing) => boolean, step: string])[] = [
  [
    isOtherObject,
    "Run again: a cache or proxy may have mixed up two responses. " +
      "Only if the error persists, and you are certain that the response shows the same object under another id, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API) and import it by that id.",
  ],
  [isCancelled, "The run was stopped. Run it again."],
  [
    isUnauthorized,
    "Check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and, if your workspace needs one, authorization_token (OUTREACH_AUTHORIZATION_TOKEN).",
  ],
  [
    // Before a denied read, a list succeeded; before a denied write, a read succeeded.
    isDenied,
    "Another call with the same credentials was not denied, so the API denies only this object. Its state is kept. " +
      "Ask the operator of the platform to grant this user access to the object, then run again. " +
      "To stop managing the object, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  ],
  [
    (error, doing) => isNotFound(error) && doing === "delete",
    `But a read after the delete still shows the object. ${STILL_SHOWN}`,
  ],
  [isNotFound, "Check the id, and that the provider is configured for the workspace of the object."],
  [
    (error, doing) => doing === "create" && isAmbiguous(error) && isRejected(error),
    `${ACCEPTED} ${MAY_EXIST}`,
  ],
  [(error, doing) => doing === "create" && isAmbiguous(error), MAY_EXIST],
  [
    isUntrusted,
    "Node.js does not read the system's certificates. If your own certificate authority signs for the API or for a proxy, set NODE_EXTRA_CA_CERTS to the file with its certificate. " +
      "Check this file and base_url (OUTREACH_BASE_URL), then run again.",
  ],
  [
    (error) => isConnection(error) || isWrongAddress(error),
    "Check base_url (OUTREACH_BASE_URL), HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and that this machine can reach the API, then run again.",
  ],
  [
    // Without a status, the response was not HTTP.
    ({ code, status }) => code === "OUTREACH_RESPONSE" && status !== undefined,
    "Run again; if the error persists, the API may have changed: look for a newer version of the provider, or ask the operator of the platform.",
  ],
  [
    (error) => isRejected(error) && (error.status === 404 || error.status === 410),
    "Check base_url (OUTREACH_BASE_URL), then run again.",
  ],
  [(error, doing) => isRejected(error) && isWrite(doing), ACCEPTED],
  [
    (error, doing) => isRejected(error) && doing === "read",
    "The refusal does not say that the object is missing, so its state is kept. Run again later; if the error persists, ask the operator of the platform.",
  ],
  [
    () => true,
    "Run again; if the error persists, ask the operator of the platform, or set TF_LOG=debug to log the status of each call.",
  ],
];
