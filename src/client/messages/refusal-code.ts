import type { Operation } from "../../api";
import type { ServerError } from "./error-body";
import type { OutreachErrorCode } from "../errors/outreach-error";
import { sendsContent, topicOf } from "./topic";

/**
 * The document shows no status codes (section 7). HTTP's own meaning comes first; the text is a hint where a status
 * leaves the matter open. A text about user or workspace outweighs 404: wrong credentials must never look like "gone".
 */
export function refusalCode(
  status: number,
  said: ServerError,
  operation: Operation,
  isPage: boolean,
): OutreachErrorCode {
  // A page in place of JSON is a firewall's in front of the API, which reads the texts that are sent.
  const isOfContent = status === 403 && isPage && sendsContent(operation);
  const topic = topicOf(said, operation);
  if ((status === 401 || status === 403) && !isOfContent) {
    return denialCode(topic, operation);
  }
  if (status === 429) {
    return "OUTREACH_RATE_LIMITED";
  }
  if (status >= 500 || status === 408 || status === 425) {
    return "OUTREACH_SERVER";
  }
  if (topic === "credentials" || topic === "denial") {
    return denialCode(topic, operation);
  }
  if (!addressesObject(operation)) {
    return isList(operation) && isOfNoApi(status, said, isPage) ? "OUTREACH_NO_API" : "OUTREACH_REJECTED";
  }
  if (status === 404 || status === 410) {
    return "OUTREACH_NOT_FOUND";
  }
  return topic === "missing object" && (status === 400 || status === 422)
    ? "OUTREACH_MAYBE_NOT_FOUND"
    : "OUTREACH_REJECTED";
}

/** A denied call that names one object may be about that object only: some servers deny what they do not have. */
export function denialCode(topic: ReturnType<typeof topicOf>, operation: Operation): OutreachErrorCode {
  return topic !== "credentials" && addressesObject(operation) ? "OUTREACH_DENIED" : "OUTREACH_UNAUTHORIZED";
}

/** Statuses that servers use for a missing object. Any other refusal (402, 409, 423, …) is of an object that may well exist. */
const MISSING_STATUSES: readonly number[] = [400, 401, 403, 404, 410, 422];

/**
 * Whether a refusal may stand for a missing object: the status of one, or an error in a 2xx. A page in place of JSON is not the word
 * of the API, unless the path itself is not found.
 */
export function mayBeMissing(status: number, operation: Operation, isPage: boolean): boolean {
  if (!addressesObject(operation)) return false;
  if (status === 404 || status === 410) return true;
  return !isPage && (status < 300 || MISSING_STATUSES.includes(status));
}

/** Plain http to a port of TLS: servers answer that with a page, and Go's and Tomcat with a sentence that names either. */
function isOfNoApi(status: number, { message = "" }: ServerError, isPage: boolean): boolean {
  if (status === 400) return isPage || /\b(HTTPS|TLS)\b/.test(message);
  return status === 404 || status === 405 || status === 410;
}

/** A list names no object: an answer as if there were nothing is about the API itself. */
export function isList(operation: Operation): boolean {
  return operation.intent === "read" && !addressesObject(operation);
}

/** True for get, update and delete: only they can find their object missing. */
export function addressesObject({ required }: Operation): boolean {
  return "id" in required;
}
