import { OutreachError, type OutreachErrorCode } from "./outreach-error";

function hasCode(error: unknown, ...codes: OutreachErrorCode[]): error is OutreachError {
  return error instanceof OutreachError && codes.includes(error.code);
}

/**
 * Reports whether the server says (`OUTREACH_NOT_FOUND`) or suggests (`OUTREACH_MAYBE_NOT_FOUND`) that the
 * object of the call does not exist. The API document shows no such error: confirm it with a list before you
 * act on it.
 */
export function isNotFound(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_NOT_FOUND", "OUTREACH_MAYBE_NOT_FOUND");
}

/**
 * Reports whether the object of the call may not exist, in whatever form the server says so: "not found", a
 * denial, an error in a 2xx, null. False for responses that prove that the object exists (409, 423), and for
 * pages of a gateway.
 */
export function isMaybeMissing(error: unknown): error is OutreachError {
  return error instanceof OutreachError && error.mayBeMissing;
}

/**
 * Reports whether an error refuses the read of one object: not found, denied, rejected, or a response without
 * it. The document shows no such response, so only a list tells whether the object is deleted, the
 * credentials are refused, or the base URL is wrong. Lost connections and server failures are no refusal.
 */
export function isRefusal(error: unknown): error is OutreachError {
  return isNotFound(error) || isDenied(error) || isRejected(error) || hasCode(error, "OUTREACH_RESPONSE");
}

/** Reports whether the server denied a call that names one object: the credentials, or that object only. */
export function isDenied(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_DENIED");
}

/** Reports whether the server responded with another object than the requested one. */
export function isOtherObject(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_OTHER_OBJECT");
}

/** Reports whether the server may have carried out a write. Look for its result before you retry it. */
export function isAmbiguous(error: unknown): error is OutreachError {
  return error instanceof OutreachError && error.ambiguous;
}

/** Reports whether the cause may pass. `isAmbiguous` reports whether a retry may repeat a write. */
export function isRetryable(error: unknown): error is OutreachError {
  return error instanceof OutreachError && error.retryable;
}

/** Reports whether the server refused the content of the call: a retry would be refused, too. */
export function isRejected(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_REJECTED");
}

/** Reports whether the server refused the credentials. */
export function isUnauthorized(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_UNAUTHORIZED");
}

/** Reports whether the call got a 429. A gateway may send one for a call that the server carried out. */
export function isRateLimited(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_RATE_LIMITED");
}

/** Reports whether the caller's own signal ended the call. */
export function isCancelled(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_CANCELLED");
}

/** Reports whether there was no working connection to the server. */
export function isConnection(error: unknown): error is OutreachError {
  return hasCode(
    error,
    "OUTREACH_UNREACHABLE",
    "OUTREACH_CONNECTION",
    "OUTREACH_TLS",
    "OUTREACH_UNRESPONSIVE",
    "OUTREACH_UNREADABLE",
  );
}

/** Reports whether no trusted TLS connection could be made. */
export function isUntrusted(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_TLS");
}

/** Reports whether the base URL does not lead to the API. */
export function isWrongAddress(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_REDIRECT", "OUTREACH_NO_API", "OUTREACH_WRONG_SCHEME");
}

/** Reports whether every other call would fail, too: no connection, no API, no trust, no credentials. */
export function isOutage(error: unknown): error is OutreachError {
  return (
    isWrongAddress(error) ||
    isUnauthorized(error) ||
    hasCode(
      error,
      "OUTREACH_UNREACHABLE",
      "OUTREACH_TLS",
      "OUTREACH_UNRESPONSIVE",
      "OUTREACH_UNREADABLE",
      "OUTREACH_UNAVAILABLE",
    )
  );
}
