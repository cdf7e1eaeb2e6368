import type { Operation } from "../api";
import type { ServerError } from "./error-body";
import type { OutreachErrorCode } from "./errors";
import { sendsContent, topicOf } from "./wording";

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
  if ((status === 401 || status === 403) && !isOfContent) {
    return "OUTREACH_UNAUTHORIZED";
  }
  if (status === 429) {
    return "OUTREACH_RATE_LIMITED";
  }
  if (status >= 500 || status === 408 || status === 425) {
    return "OUTREACH_SERVER";
  }
  const topic = topicOf(said, operation);
  if (topic === "credentials") {
    return "OUTREACH_UNAUTHORIZED";
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
