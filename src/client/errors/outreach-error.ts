import { operations, type OperationName } from "../../api";

export type OutreachErrorCode =
  /** An option of the client cannot be used; nothing was sent. */
  | "OUTREACH_INVALID_OPTION"
  | "OUTREACH_CLOSED"
  | "OUTREACH_CANCELLED"
  /** No connection could be made, or a proxy did not forward the request. The server received nothing. */
  | "OUTREACH_UNREACHABLE"
  /** The connection was lost before the response was complete. */
  | "OUTREACH_CONNECTION"
  /** No trusted TLS connection: a wrong certificate, or no version of TLS in common. Never retried. */
  | "OUTREACH_TLS"
  /** https was used for a port without TLS, or http for a port with TLS. Never retried. */
  | "OUTREACH_WRONG_SCHEME"
  | "OUTREACH_TIMEOUT"
  /** An outage: timeouts, lost connections or responses that are not HTTP, and no other call succeeded meanwhile. */
  | "OUTREACH_UNRESPONSIVE"
  /** An outage: a repeated 502, 503 or 504, or a long Retry-After, and no call succeeded meanwhile. */
  | "OUTREACH_UNAVAILABLE"
  /** 3xx. Never followed, because the next request would carry the credentials to another address. */
  | "OUTREACH_REDIRECT"
  /** Another server responded to a list: with 404, 405, 410, with 400 and an HTML page, or a 2xx without JSON. */
  | "OUTREACH_NO_API"
  /** A denial of a list or create, or a text that calls the user or workspace unknown or invalid. */
  | "OUTREACH_UNAUTHORIZED"
  /** The server denied a call that names one object. A list shows whether it denies all access. */
  | "OUTREACH_DENIED"
  /** 404 or 410 in response to a call that names one object. */
  | "OUTREACH_NOT_FOUND"
  /** Another response that servers send for a missing object. Only a list confirms that it is missing. */
  | "OUTREACH_MAYBE_NOT_FOUND"
  /** 429, or a 403 with `Retry-After` or with `X-RateLimit-Remaining: 0`. */
  | "OUTREACH_RATE_LIMITED"
  /** 408, 425 or 5xx. */
  | "OUTREACH_SERVER"
  /** Another 4xx, or a 2xx with an error in its body. After such a 2xx, a write's result is ambiguous. */
  | "OUTREACH_REJECTED"
  /** A 2xx that breaks outreach-api.md, or a response that is not HTTP. */
  | "OUTREACH_RESPONSE"
  /** A complete response shows an object whose id is not the requested one. */
  | "OUTREACH_OTHER_OBJECT"
  | "OUTREACH_RESPONSE_TOO_LARGE"
  /** A list that does not end (a repeated token, or pages without a new object), or is too large. */
  | "OUTREACH_PAGINATION";

/** Every error of the client. Redacts user id, workspace id and token if they have at least four characters. */
export class OutreachError extends Error {
  override readonly name = "OutreachError";
  readonly code!: OutreachErrorCode;
  readonly operation?: OperationName;
  readonly status?: number;
  readonly attempts: number = 0;
  /** Error code and message of the server, with secrets redacted. */
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly requestId?: string;
  /** Start of the response body, with secrets redacted and control characters made visible. */
  readonly bodyExcerpt?: string;
  /** The wait that the server asks for, in milliseconds. It may be longer than this client waits. */
  readonly retryAfterMs?: number;
  /** Milliseconds after which the caller may look again and then retry a write; undefined if it may not. */
  readonly repeatAfterMs?: number;
  readonly retryable: boolean = false;
  /** True if the call is a write and the server may have carried it out. */
  readonly ambiguous: boolean = false;
  readonly mayBeMissing: boolean = false;

  constructor({ message, cause, ...facts }: OutreachErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}

type Facts = Partial<Omit<OutreachError, keyof Error | "code">> & { readonly code: OutreachErrorCode };

export type OutreachErrorDetails = Facts & { readonly message: string; readonly cause?: Error };

/** The failure of one attempt, before the client decides about a retry. Contains no secret. */
export interface Failure extends Omit<Facts, "operation" | "attempts" | "retryable"> {
  readonly summary: string;
  readonly transient: boolean;
  readonly ambiguous: boolean;
  readonly quoted?: string;
  readonly cause?: Error;
}

/** `note`: why there is no further attempt, as a sentence. The error of a read is never ambiguous. */
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
