import { OutreachError, type OutreachErrorCode } from "./outreach-error";

function having(...codes: OutreachErrorCode[]) {
  return (error: unknown): error is OutreachError =>
    error instanceof OutreachError && codes.includes(error.code);
}

function stating(fact: "ambiguous" | "mayBeMissing" | "retryable") {
  return (error: unknown): error is OutreachError => error instanceof OutreachError && error[fact];
}

/** Reports whether the server says or suggests that an object does not exist. Only a list is proof. */
export const isNotFound = having("OUTREACH_NOT_FOUND", "OUTREACH_MAYBE_NOT_FOUND");

/** Reports whether the object may be missing. Servers send several codes for that, but no 409 or 423. */
export const isMaybeMissing = stating("mayBeMissing");

/** Reports whether a server refused to return one object. Only a list confirms that the object is deleted. */
export function isRefusal(error: unknown): error is OutreachError {
  return isNotFound(error) || isDenied(error) || isRejected(error) || breaksContract(error);
}

/** Reports whether the server denied a call that names one object. The server may also deny all access. */
export const isDenied = having("OUTREACH_DENIED");

/** Reports whether the server responded with another object than the requested one. */
export const isOtherObject = having("OUTREACH_OTHER_OBJECT");

/** Reports whether the server may have carried out a write. Look for its result before you retry. */
export const isAmbiguous = stating("ambiguous");

/** Reports whether the same call may succeed later. Check `isAmbiguous` before you retry a write. */
export const isRetryable = stating("retryable");

/** Reports whether the server refused the content of the call: a retry would be refused, too. */
export const isRejected = having("OUTREACH_REJECTED");

/** Reports whether the server refused the credentials. */
export const isUnauthorized = having("OUTREACH_UNAUTHORIZED");

/** Reports whether the server refused the call for the rate. A gateway may do so after the server carried it out. */
export const isRateLimited = having("OUTREACH_RATE_LIMITED");

/** Reports whether the caller's own signal ended the call. */
export const isCancelled = having("OUTREACH_CANCELLED");

/** Reports whether there was no working connection to the server. */
export const isConnection = having(
  "OUTREACH_UNREACHABLE",
  "OUTREACH_CONNECTION",
  "OUTREACH_TLS",
  "OUTREACH_UNRESPONSIVE",
  "OUTREACH_UNREADABLE",
);

/** Reports whether no trusted TLS connection could be made. */
export const isUntrusted = having("OUTREACH_TLS");

/** Reports whether the base URL does not lead to the API. */
export const isWrongAddress = having("OUTREACH_REDIRECT", "OUTREACH_NO_API", "OUTREACH_WRONG_SCHEME");

/** Reports whether all calls would fail, because connection, address, trust or credentials are wrong. */
export function isOutage(error: unknown): error is OutreachError {
  return isWrongAddress(error) || isUnauthorized(error) || isUnserved(error);
}

const isUnserved = having(
  "OUTREACH_UNREACHABLE",
  "OUTREACH_TLS",
  "OUTREACH_UNRESPONSIVE",
  "OUTREACH_UNREADABLE",
  "OUTREACH_UNAVAILABLE",
);
const breaksContract = having("OUTREACH_RESPONSE");
