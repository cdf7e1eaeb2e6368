import { operations, type OperationName } from "../../api";

export type OutreachErrorCode =
  /** An option of the client is invalid. Nothing was sent. */
  | "OUTREACH_INVALID_OPTION"
  | "OUTREACH_CLOSED"
  | "OUTREACH_CANCELLED"
  /** The server received nothing: no connection was made, or a proxy did not forward the request. */
  | "OUTREACH_UNREACHABLE"
  /** The connection was lost before the response was complete. */
  | "OUTREACH_CONNECTION"
  /** TLS failed: the certificate is not trusted, or the two sides share no TLS version. */
  | "OUTREACH_TLS"
  /** https was used for a port without TLS, or http for a port with TLS. */
  | "OUTREACH_WRONG_SCHEME"
  | "OUTREACH_TIMEOUT"
  /** An outage: timeouts, lost connections or non-HTTP responses while no other call succeeded. */
  | "OUTREACH_UNRESPONSIVE"
  /** An outage: repeated 502, 503 or 504, or a long Retry-After, while no call succeeded. */
  | "OUTREACH_UNAVAILABLE"
  /**
   * A redirect (3xx), which is never followed: the next request would send the credentials to another
   * address.
   */
  | "OUTREACH_REDIRECT"
  /** Another server than the API responded to a list. */
  | "OUTREACH_NO_API"
  /** A list or create was denied, or the error text calls the user or workspace unknown or invalid. */
  | "OUTREACH_UNAUTHORIZED"
  /** The server denied a call for one object. A list shows whether the server denies all access. */
  | "OUTREACH_DENIED"
  /** The status is 404 or 410, and the call names one object. */
  | "OUTREACH_NOT_FOUND"
  /**
   * Another response that servers send for a missing object. Only a list confirms that the object is missing.
   */
  | "OUTREACH_MAYBE_NOT_FOUND"
  /** The status is 429, or 403 with `Retry-After` or with `X-RateLimit-Remaining: 0`. */
  | "OUTREACH_RATE_LIMITED"
  /** The status is 408, 425 or 5xx. */
  | "OUTREACH_SERVER"
  /**
   * Another 4xx, or a 2xx with an error in its body. A 2xx with an error makes the result of a write
   * ambiguous.
   */
  | "OUTREACH_REJECTED"
  /** A 2xx that breaks the API document, or a response that is not HTTP. */
  | "OUTREACH_RESPONSE"
  /** The response shows an object with another id than the requested one. */
  | "OUTREACH_OTHER_OBJECT"
  | "OUTREACH_RESPONSE_TOO_LARGE"
  /** The list repeats a token, has pages without a new object, or is too large. */
  | "OUTREACH_PAGINATION";

/** Redacts user id, workspace id and token, unless they are shorter than four characters. */
export class OutreachError extends Error {
  override readonly name = "OutreachError";
  readonly code!: OutreachErrorCode;
  readonly operation?: OperationName;
  readonly status?: number;
  readonly attempts: number = 0;
  /** Secrets in the server's error code and message are redacted. */
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly requestId?: string;
  /** Start of the response body, with secrets redacted and control characters made visible. */
  readonly bodyExcerpt?: string;
  /** The wait that the server asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  /**
   * Milliseconds until the caller may read the object and retry a write; undefined if no retry is allowed.
   */
  readonly repeatAfterMs?: number;
  readonly retryable: boolean = false;
  /** True if the server may have carried out the write. */
  readonly ambiguous: boolean = false;
  readonly mayBeMissing: boolean = false;

  constructor({ message, cause, ...facts }: OutreachErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}

type Facts = Partial<Omit<OutreachError, keyof Error | "code">> & { readonly code: OutreachErrorCode };

export type OutreachErrorDetails = Facts & { readonly message: string; readonly cause?: Error };

/** The failure of one attempt, without secrets. */
export interface Failure extends Omit<Facts, "operation" | "attempts" | "retryable"> {
  readonly summary: string;
  readonly transient: boolean;
  readonly ambiguous: boolean;
  readonly quoted?: string;
  readonly cause?: Error;
}

/** `note` says why no attempt follows. */
export function toError(failure: Failure, operation: OperationName, attempts = 1, note = ""): OutreachError {
  const { summary, quoted, transient: retryable, ...facts } = failure;
  const ambiguous = operations[operation].intent !== "read" && failure.ambiguous;
  const counted = [
    facts.requestId !== undefined && `request id ${facts.requestId}`,
    attempts > 1 && `${attempts} attempts`,
  ].filter(Boolean);
  const message = [
    `${operation}: ${summary}`,
    quoted === undefined ? "" : `: "${quoted}"`,
    counted.length === 0 ? "" : ` (${counted.join(", ")})`,
    note === "" ? "." : `. ${note}`,
    ambiguous ? " The server may have carried out the request." : "",
  ].join("");
  return new OutreachError({ ...facts, message, operation, attempts, retryable, ambiguous });
}
