import type { OperationName } from "../../api";

/** The stable codes of this client's errors. */
export type OutreachErrorCode =
  /** An option of the client cannot be used; nothing was sent. */
  | "OUTREACH_INVALID_OPTION"
  /** A required field of the request is missing or has the wrong type; nothing was sent. */
  | "OUTREACH_INVALID_REQUEST"
  /** The client was closed before the call; nothing was sent. */
  | "OUTREACH_CLOSED"
  /** The caller's signal ended the call. */
  | "OUTREACH_CANCELLED"
  /** No connection could be made, or a proxy does not forward: the server received nothing. */
  | "OUTREACH_UNREACHABLE"
  /** The connection was lost before the response was complete. */
  | "OUTREACH_CONNECTION"
  /** No trusted TLS connection: a wrong certificate, or no version of TLS in common. Never retried. */
  | "OUTREACH_TLS"
  /** https to a port that does not speak TLS, or http to a port that does. Never retried. */
  | "OUTREACH_WRONG_SCHEME"
  /** No complete response within the request timeout. */
  | "OUTREACH_TIMEOUT"
  /** An outage: timeouts or lost connections, and no other call of this client succeeded meanwhile. */
  | "OUTREACH_UNRESPONSIVE"
  /** An outage: responses that are not HTTP, and no other call of this client succeeded meanwhile. */
  | "OUTREACH_UNREADABLE"
  /** An outage: repeated 502, 503 or 504, or too long a Retry-After, and no call succeeded meanwhile. */
  | "OUTREACH_UNAVAILABLE"
  /** 3xx. Never followed: the body of the next request would carry the credentials to another address. */
  | "OUTREACH_REDIRECT"
  /** A list got the response of another server: 404, 405, 410, a page with a 400, a 2xx without JSON. */
  | "OUTREACH_NO_API"
  /**
   * The server refused the credentials: with a 401, with a 403 or a text that denies a list or create, or
   * with any response that calls the user or workspace unknown or invalid. An HTML page with a 403 for a
   * create or update is from a firewall and does not count.
   */
  | "OUTREACH_UNAUTHORIZED"
  /** The server denied a call that names one object. A list shows whether it refuses the credentials. */
  | "OUTREACH_DENIED"
  /** 404 or 410 in response to a call that names one object. */
  | "OUTREACH_NOT_FOUND"
  /** Another response that servers send for a missing object. A list must confirm that it is missing. */
  | "OUTREACH_MAYBE_NOT_FOUND"
  /** 429. */
  | "OUTREACH_RATE_LIMITED"
  /** 408, 425 or 5xx. */
  | "OUTREACH_SERVER"
  /** Another 4xx, or an error in the body of a 2xx, after which the result of a write is ambiguous. */
  | "OUTREACH_REJECTED"
  /** A 2xx that breaks outreach-api.md, or a response that is not HTTP. */
  | "OUTREACH_RESPONSE"
  /** A complete response that shows another object than the requested one, whose id therefore exists. */
  | "OUTREACH_OTHER_OBJECT"
  /** The response is longer than the client reads. */
  | "OUTREACH_RESPONSE_TOO_LARGE"
  /** A list that does not end (a repeated token, or pages without a new object), or is too large. */
  | "OUTREACH_PAGINATION";

/** The facts of an error. */
export interface OutreachErrorDetails {
  readonly code: OutreachErrorCode;
  readonly message: string;
  readonly operation?: OperationName;
  /** HTTP status of the last response. */
  readonly status?: number;
  /** Requests sent for this call. @default 0 */
  readonly attempts?: number;
  /** Error code and message of the server, with secrets masked. */
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly requestId?: string;
  /** Start of the response body, with secrets masked and control characters made visible. */
  readonly bodyExcerpt?: string;
  /** The wait that the server asks for, in milliseconds, however long. */
  readonly retryAfterMs?: number;
  /**
   * Milliseconds after which the caller may retry a create that got a 429. The caller must look for its
   * object before. Undefined if the create must not be retried.
   */
  readonly repeatAfterMs?: number | undefined;
  /** The same call may succeed later. @default false */
  readonly retryable?: boolean;
  /** The call is a write, and the server may have carried it out. @default false */
  readonly ambiguous?: boolean;
  /** The object of the call may not exist. @default false */
  readonly mayBeMissing?: boolean;
  readonly cause?: Error;
}

/** Every error of the client. A user id, workspace id or token of at least four characters is masked. */
export class OutreachError extends Error {
  override readonly name = "OutreachError";
  readonly code!: OutreachErrorCode;
  readonly operation: OperationName | undefined;
  readonly status: number | undefined;
  readonly attempts: number = 0;
  readonly serverCode: string | undefined;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly bodyExcerpt: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly repeatAfterMs: number | undefined;
  readonly retryable: boolean = false;
  readonly ambiguous: boolean = false;
  readonly mayBeMissing: boolean = false;

  constructor({ message, cause, ...facts }: OutreachErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}
