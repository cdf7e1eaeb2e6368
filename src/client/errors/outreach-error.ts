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
  /** No connection could be made, or a proxy passes nothing on: the server got nothing. */
  | "OUTREACH_UNREACHABLE"
  /** The connection was lost before the whole answer was there. */
  | "OUTREACH_CONNECTION"
  /** No trusted TLS connection: a wrong certificate, or no version of TLS in common. Never repeated. */
  | "OUTREACH_TLS"
  /** https to a port that does not speak TLS, or http to one that does. Never repeated. */
  | "OUTREACH_WRONG_SCHEME"
  /** No whole answer within the request timeout. */
  | "OUTREACH_TIMEOUT"
  /** No whole answer in time, or a connection lost repeatedly, and no other call of this client got through meanwhile. */
  | "OUTREACH_UNRESPONSIVE"
  /** No HTTP that the client reads, and no other call of this client got through meanwhile, or ever. */
  | "OUTREACH_UNREADABLE"
  /** The same as OUTREACH_UNRESPONSIVE for a repeated 502, 503 or 504, or for one of these or a 429 that asks for a longer wait than this client is willing to make. */
  | "OUTREACH_UNAVAILABLE"
  /** 3xx. Never followed: the body of the next request would carry the credentials away. */
  | "OUTREACH_REDIRECT"
  /** A list, which names no object, answered as by a server that does not know it: 404, 405, 410, a 400 page, a 2xx that is no JSON. */
  | "OUTREACH_NO_API"
  /**
   * 401, 403 (but for a firewall's page in answer to a create or update), or another refusal whose text denies access, of a list or a
   * create. Of any call where the text calls user or workspace unknown or invalid.
   */
  | "OUTREACH_UNAUTHORIZED"
  /** The same denial of a call that names one object: the credentials or that object only, which a list tells. */
  | "OUTREACH_DENIED"
  /** 404 or 410 to a call that names one object. */
  | "OUTREACH_NOT_FOUND"
  /** An answer that servers give for a missing object without saying so in HTTP's own way: to be confirmed by a list. */
  | "OUTREACH_MAYBE_NOT_FOUND"
  /** 429. */
  | "OUTREACH_RATE_LIMITED"
  /** 408, 425 or 5xx. */
  | "OUTREACH_SERVER"
  /** Another 4xx, or an error in the body of a 2xx: the server understood and said no. After a 2xx, a write stays ambiguous. */
  | "OUTREACH_REJECTED"
  /** A 2xx that is not what outreach-api.md promises, or no HTTP at all. */
  | "OUTREACH_RESPONSE"
  /** A whole answer about another object than the one that was asked for: the id leads to something, so nothing is gone. */
  | "OUTREACH_OTHER_OBJECT"
  /** The answer is longer than the client reads. */
  | "OUTREACH_RESPONSE_TOO_LARGE"
  /** A list that does not end (a repeated token, or pages without anything new), or is too large. */
  | "OUTREACH_PAGINATION";

interface OutreachErrorDetails {
  readonly code: OutreachErrorCode;
  readonly message: string;
  readonly operation?: OperationName;
  /** HTTP status of the last answer. */
  readonly status?: number;
  /** Requests made for this call; 0 where nothing was sent. */
  readonly attempts?: number;
  /** Error code and message in the server's words, secrets replaced. */
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly requestId?: string;
  /** Start of the answer's body, secrets replaced, control characters made visible. */
  readonly bodyExcerpt?: string;
  /** What the server asks to wait before another attempt, in milliseconds, however long that is. */
  readonly retryAfterMs?: number;
  /**
   * Milliseconds after which a create that the server has turned away may be repeated, once a look shows that nothing was made.
   * Undefined where this client would not repeat it, and for all other errors.
   */
  readonly repeatAfterMs?: number | undefined;
  /** The same call may succeed later. */
  readonly retryable?: boolean;
  /** The call writes, and the server may have carried it out. */
  readonly ambiguous?: boolean;
  /** The answer may stand for an object that does not exist. */
  readonly mayBeMissing?: boolean;
  readonly cause?: Error;
}

/**
 * Every error of the client. No part of it holds the user id, the workspace id or the token, unless that has fewer than
 * four characters.
 */
export class OutreachError extends Error {
  override readonly name = "OutreachError";
  readonly code: OutreachErrorCode;
  readonly operation: OperationName | undefined;
  readonly status: number | undefined;
  readonly attempts: number;
  readonly serverCode: string | undefined;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly bodyExcerpt: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly repeatAfterMs: number | undefined;
  readonly retryable: boolean;
  readonly ambiguous: boolean;
  readonly mayBeMissing: boolean;

  constructor(details: OutreachErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.operation = details.operation;
    this.status = details.status;
    this.attempts = details.attempts ?? 0;
    this.serverCode = details.serverCode;
    this.serverMessage = details.serverMessage;
    this.requestId = details.requestId;
    this.bodyExcerpt = details.bodyExcerpt;
    this.retryAfterMs = details.retryAfterMs;
    this.repeatAfterMs = details.repeatAfterMs;
    this.retryable = details.retryable ?? false;
    this.ambiguous = details.ambiguous ?? false;
    this.mayBeMissing = details.mayBeMissing ?? false;
  }
}

function hasCode(error: unknown, ...codes: OutreachErrorCode[]): error is OutreachError {
  return error instanceof OutreachError && codes.includes(error.code);
}

/**
 * The object of the call seems to be gone: proven by HTTP (`OUTREACH_NOT_FOUND`) or suspected
 * (`OUTREACH_MAYBE_NOT_FOUND`). The document shows neither, so confirm both by a list before acting on it.
 */
export function isNotFound(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_NOT_FOUND", "OUTREACH_MAYBE_NOT_FOUND");
}

/**
 * The answer may stand for an object that does not exist, whatever form that has: "not found", a denial, an error in a 2xx, null. False
 * for what says that there is something (409, 423, an answer about it), and for what is not the API's word, such as a page.
 */
export function isMaybeMissing(error: unknown): error is OutreachError {
  return error instanceof OutreachError && error.mayBeMissing;
}

/**
 * Reports whether an error refuses the read of one object: not found, denied, rejected, or a response without it. The
 * document shows no such response, so only a list tells whether the object is deleted, the credentials are refused, or
 * the base URL is wrong. Lost connections and server failures are no refusal.
 */
export function isRefusal(error: unknown): error is OutreachError {
  return isNotFound(error) || isDenied(error) || isRejected(error) || hasCode(error, "OUTREACH_RESPONSE");
}

/** Access was denied to a call that names one object: the credentials are refused, or that object only. */
export function isDenied(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_DENIED");
}

/** The server knows the id of the call, and shows its object under another one. */
export function isOtherObject(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_OTHER_OBJECT");
}

/** A write whose outcome is unknown: the server may have carried it out. Look before doing it again. */
export function isAmbiguous(error: unknown): error is OutreachError {
  return error instanceof OutreachError && error.ambiguous;
}

/** The cause may pass by itself. Says nothing about whether repeating is safe: see `isAmbiguous`. */
export function isRetryable(error: unknown): error is OutreachError {
  return error instanceof OutreachError && error.retryable;
}

/** The server understood and said no, for another reason than the credentials: the same call would be refused again. */
export function isRejected(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_REJECTED");
}

/** The server refused the credentials. */
export function isUnauthorized(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_UNAUTHORIZED");
}

/** The server turned the call away because of too many, as it says; an intermediary may say so of one that was carried out. */
export function isRateLimited(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_RATE_LIMITED");
}

/** The caller's own signal ended the call. */
export function isCancelled(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_CANCELLED");
}

/** No working connection to the server. */
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

/** There is no TLS connection that could be trusted. */
export function isUntrusted(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_TLS");
}

/** The base URL leads elsewhere than to the API. */
export function isWrongAddress(error: unknown): error is OutreachError {
  return hasCode(error, "OUTREACH_REDIRECT", "OUTREACH_NO_API", "OUTREACH_WRONG_SCHEME");
}

/**
 * No call can succeed before somebody acts: the host is not there, is not the API, is not trusted, is silent or cannot be
 * read, turns everybody away, or refuses the credentials.
 */
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
