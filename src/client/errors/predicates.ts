import { OutreachError, type OutreachErrorCode } from "./outreach-error";

function having(...codes: OutreachErrorCode[]) {
  return (error: unknown): error is OutreachError =>
    error instanceof OutreachError && codes.includes(error.code);
}

function stating(fact: "ambiguous" | "mayBeMissing" | "retryable") {
  return (error: unknown): error is OutreachError => error instanceof OutreachError && error[fact];
}

/** The server says or suggests that the object does not exist, which only a list proves. */
export const isNotFound = having("OUTREACH_NOT_FOUND", "OUTREACH_MAYBE_NOT_FOUND");

/** The object may be missing. Servers send several codes for a missing object, but not 409 or 423. */
export const isMaybeMissing = stating("mayBeMissing");

/** The server refused to return one object. Only a list confirms that the object is deleted. */
export function isRefusal(error: unknown): error is OutreachError {
  return isNotFound(error) || isDenied(error) || isRejected(error) || having("OUTREACH_RESPONSE")(error);
}

/** The server denied a call for one object, or denies all access. */
export const isDenied = having("OUTREACH_DENIED");

export const isOtherObject = having("OUTREACH_OTHER_OBJECT");

/** The server may have carried out the write. Look for the result of the write before a retry. */
export const isAmbiguous = stating("ambiguous");

/** A retry may succeed. Check `isAmbiguous` before you retry a write. */
export const isRetryable = stating("retryable");

/** The server rejected the content of the call, and would also reject a retry. */
export const isRejected = having("OUTREACH_REJECTED");

export const isUnauthorized = having("OUTREACH_UNAUTHORIZED");

/** A rate limit refused the call. If the limit is a gateway's, the server may have carried out the call. */
export const isRateLimited = having("OUTREACH_RATE_LIMITED");

export const isCancelled = having("OUTREACH_CANCELLED");

/** No connection to the server worked. */
export const isConnection = having(
  "OUTREACH_UNREACHABLE",
  "OUTREACH_CONNECTION",
  "OUTREACH_TLS",
  "OUTREACH_UNRESPONSIVE",
);

export const isUntrusted = having("OUTREACH_TLS");

/** The base URL does not lead to the API. */
export const isWrongAddress = having("OUTREACH_REDIRECT", "OUTREACH_NO_API", "OUTREACH_WRONG_SCHEME");

const isUnserved = having("OUTREACH_UNREACHABLE", "OUTREACH_UNRESPONSIVE", "OUTREACH_UNAVAILABLE");

/** All calls would fail, because connection, address, certificate or credentials are wrong. */
export function isOutage(error: unknown): error is OutreachError {
  return isWrongAddress(error) || isUnauthorized(error) || isUntrusted(error) || isUnserved(error);
}
