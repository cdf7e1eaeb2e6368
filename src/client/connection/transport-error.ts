import type { Failure } from "../errors/outreach-error";
import type { RedactLine } from "../errors/redact-line";

export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    readonly kind: "connection" | "timeout" | "cancelled" | "too large",
    message: string,
    /** If `sent` is false, no byte of the request was written to a socket. */
    readonly sent: boolean,
    /** The code from `reasonOf`; empty if this client ended the exchange. */
    readonly reason = "",
  ) {
    super(message);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be resolved at the moment",
  ECONNRESET: "the connection was reset",
  ERR_PROXY_CLOSED: "the proxy closed the connection",
  ETIMEDOUT: "the connection could not be made in time",
  EMFILE:
    "this process cannot open more files. Raise the limit (ulimit -n), or make fewer requests at a time",
  UND_ERR_CONNECT_TIMEOUT: "the connection could not be made in time",
  UND_ERR_SOCKET: "the server closed the connection before the response was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response ended before its announced length",
  UND_ERR_BODY_TIMEOUT: "the response stopped in the middle",
};

/** TLS errors, as Node and OpenSSL name them. */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)|INVALID_CA|HOSTNAME_MISMATCH|EPROTO$|UND_ERR_PRX_TLS$)/;
/** OpenSSL's codes for a response that is not TLS. The second code is that of OpenSSL 3.2 and later. */
const NO_TLS = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;
/** The server responded to plain http with a TLS alert. */
const TLS_ALERT = "ERR_RESPONSE_IS_TLS";
/** Errors of the configuration, and of a proxy that refuses a tunnel to this host. */
const PERMANENT = /^(UND_ERR_(INVALID_ARG|DESTROYED|CLOSED|NOT_SUPPORTED)|ERR_PROXY_4(?!08|29)\d\d)$/;
/** The response is not HTTP, or its headers exceed undici's limit. */
const NOT_HTTP = /^(HTTPParserError|UND_ERR_HEADERS_OVERFLOW)$/;
const PROXY_PASSWORD = "ERR_PROXY_407";

/** A proxy that sends 407 forwarded nothing. The request is not retried, because proxies lock accounts. */
export const PROXY_PASSWORD_FAILURE = {
  code: "OUTREACH_UNREACHABLE",
  summary:
    "the proxy refuses its user name and password, or requires them (407). Set them in HTTPS_PROXY, or in HTTP_PROXY for a plain http address, like http://user:password@proxy.example.com:8080",
  transient: false,
  ambiguous: false,
} as const satisfies Failure;

type PlatformError = Error & { readonly code?: unknown; readonly data?: unknown };

export function reasonOf(error: PlatformError): string {
  if (error.name === "HTTPParserError" && error.message.includes("Invalid EOF state")) {
    // If the connection is lost within a chunked body, undici reports a parser error.
    return "UND_ERR_SOCKET";
  }
  // The message of undici if a proxy that forwards plain http responds with 407.
  if (error.message === "Proxy Authentication Required (407)") return PROXY_PASSWORD;
  // A TLS alert record of any version (RFC 8446, 5.1).
  if (typeof error.data === "string" && error.data.startsWith("\x15\x03")) return TLS_ALERT;
  return typeof error.code === "string" ? error.code : error.name;
}

const OPENSSL = /error:[0-9A-F]+:[^:]*:[^:]*:([^:\n]+)/;

/** Returns only the reason of an OpenSSL error. */
export function messageOf({ message }: Error): string {
  return OPENSSL.exec(message)?.[1] ?? message;
}

const CODES = {
  cancelled: "OUTREACH_CANCELLED",
  timeout: "OUTREACH_TIMEOUT",
  "too large": "OUTREACH_RESPONSE_TOO_LARGE",
} as const;

export function transportFailure(error: TransportError, redact: RedactLine): Failure {
  const { kind, sent, message, reason } = error;
  const common = { summary: message, transient: kind === "timeout", ambiguous: sent };
  if (kind !== "connection") return { ...common, code: CODES[kind] };
  if (reason === PROXY_PASSWORD) return PROXY_PASSWORD_FAILURE;
  const detail = redact(message, 200);
  // The original error may contain bytes of the response, which may echo the credentials.
  const cause = Object.assign(new Error(detail), { code: reason });
  const is = (code: Failure["code"], summary: string) => ({ ...common, code, summary, cause });
  if (reason === TLS_ALERT)
    return is("OUTREACH_WRONG_SCHEME", "this port speaks TLS (did you mean https:// in place of http://?)");
  // If the request was not sent, a `NO_TLS` code means a server without TLS.
  if (NO_TLS.test(reason) && !sent)
    return is(
      "OUTREACH_WRONG_SCHEME",
      "this port speaks no TLS (did you mean http:// in place of https://?)",
    );
  if (TLS.test(reason)) return is("OUTREACH_TLS", `no trusted TLS connection: ${detail}`);
  if (NOT_HTTP.test(reason)) return is("OUTREACH_RESPONSE", `the response is not HTTP: ${detail}`);
  const [, status] = /^ERR_PROXY_(\d+)$/.exec(reason) ?? [];
  const known = status === undefined ? REASONS[reason] : `the proxy responded to CONNECT with ${status}`;
  const shown = detail && ` (${detail})`;
  const summary = known === undefined ? `the connection failed: ${detail}` : `${known}${shown}`;
  const code = sent ? "OUTREACH_CONNECTION" : "OUTREACH_UNREACHABLE";
  return { ...is(code, summary), transient: !PERMANENT.test(reason) };
}
