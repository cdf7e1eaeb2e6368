import type { Failure } from "../errors/failure";
import type { Present } from "../errors/present";

/** How an exchange ended that brought no whole answer. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: "connection" | "timeout" | "cancelled" | "too large";
  /** False only where provably no byte of the request left this machine. */
  readonly sent: boolean;
  /** See `reasonOf`; empty where this client itself ended the exchange. */
  readonly reason: string;

  constructor(kind: TransportError["kind"], message: string, sent: boolean, reason = "") {
    super(message);
    this.kind = kind;
    this.sent = sent;
    this.reason = reason;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be resolved at the moment",
  ECONNRESET: "the connection was reset",
  ERR_PROXY_CLOSED: "the proxy closed the connection",
  EPIPE: "the connection was closed",
  ETIMEDOUT: "the connection could not be made in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  EMFILE:
    "this process cannot open any more files. Raise that limit (ulimit -n), or make fewer requests at a time",
  UND_ERR_CONNECT_TIMEOUT: "the connection could not be made in time",
  UND_ERR_SOCKET: "the server closed the connection before the whole answer was there",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer ended before its announced length",
  UND_ERR_BODY_TIMEOUT: "the answer stopped in the middle",
};

/** Certificate and protocol errors of TLS as Node and OpenSSL name them; waiting does not help. */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)|INVALID_CA|HOSTNAME_MISMATCH|EPROTO$|UND_ERR_PRX_TLS$)/;
/** How OpenSSL calls an answer that is no TLS; the second one since OpenSSL 3.2. */
const NO_TLS = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;
/** Our own word for an alert of TLS in answer to plain http. */
const TLS_ALERT = "ERR_ANSWER_IS_TLS";
/** The server answered, but not in HTTP, or with headers beyond any measure. */
const NOT_HTTP = /^(HTTPParserError|UND_ERR_HEADERS_OVERFLOW)$/;
/** What undici says of a 100 that nobody has asked for, and of a 101: it ends the connection itself. */
const INTERIM = /^bad (response|upgrade)$/;
/** Set-up mistakes, and a proxy that opens no tunnel to this host. */
const PERMANENT = /^(UND_ERR_(INVALID_ARG|DESTROYED|CLOSED|NOT_SUPPORTED)|ERR_PROXY_4(?!08|29)\d\d)$/;
const PROXY_PASSWORD = "ERR_PROXY_407";

/** Asked again with the same password, proxies lock accounts. Nothing was passed on. */
export const PROXY_PASSWORD_FAILURE = {
  code: "OUTREACH_UNREACHABLE",
  summary:
    "the proxy refuses the user name and password that it got, or wants some (407). Set them in HTTPS_PROXY, or in HTTP_PROXY for a plain http address, like http://user:password@proxy.example.com:8080",
  transient: false,
  mayHaveLanded: false,
} as const satisfies Failure;

/** An error of the platform or of undici. `data` is the text that undici's parser could not read. */
type PlatformError = Error & { readonly code?: unknown; readonly data?: unknown };

/** Returns the code of an error of the platform or of undici; its name where it has no code. */
export function reasonOf(error: PlatformError): string {
  if (error.name === "HTTPParserError" && error.message.includes("Invalid EOF state")) {
    // A body cut off in the middle of its chunks: a lost connection, although the parser reports it.
    return "UND_ERR_SOCKET";
  }
  // undici's words for it where a proxy forwards.
  if (error.message === "Proxy Authentication Required (407)") return PROXY_PASSWORD;
  if (isTlsAlert(error.data)) return TLS_ALERT;
  return typeof error.code === "string" ? error.code : error.name;
}

/** An alert record of any version of TLS (RFC 8446, 5.1). */
function isTlsAlert(data: unknown): boolean {
  return typeof data === "string" && data.startsWith("\x15\x03");
}

const OPENSSL = /error:[0-9A-F]+:[^:]*:[^:]*:([^:\n]+)/;

/** Returns the message of such an error; of OpenSSL's only the words, without its codes, addresses and source files. */
export function messageOf({ message }: Error): string {
  return OPENSSL.exec(message)?.[1] ?? message;
}

/** Said of a server for plain http that is called by https, and the other way round. */
const SPEAKS_NO_TLS =
  "nothing on this port speaks TLS, so it is probably one for plain HTTP (did you mean http:// in place of https://?)";
export const SPEAKS_TLS = "this port speaks TLS (did you mean https:// in place of http://?)";

const CODES = {
  cancelled: "OUTREACH_CANCELLED",
  timeout: "OUTREACH_TIMEOUT",
  "too large": "OUTREACH_RESPONSE_TOO_LARGE",
} as const;

/** Turns the end of an exchange into a failure. */
export function transportFailure(error: TransportError, present: Present): Failure {
  const { kind, sent, message } = error;
  const common = { summary: message, transient: kind === "timeout", mayHaveLanded: sent };
  if (kind !== "connection") return { ...common, code: CODES[kind] };
  const detail = present(message, 200);
  return { ...common, ...connectionFailure(error, detail), cause: safeCause(error, detail) };
}

function connectionFailure({ message, reason, sent }: TransportError, detail: string) {
  if (reason === PROXY_PASSWORD) return PROXY_PASSWORD_FAILURE;
  if (reason === TLS_ALERT) {
    return { code: "OUTREACH_WRONG_SCHEME", summary: SPEAKS_TLS } as const;
  }
  // In the middle of an answer it is a broken connection.
  if (NO_TLS.test(reason) && !sent) {
    return { code: "OUTREACH_WRONG_SCHEME", summary: SPEAKS_NO_TLS } as const;
  }
  if (TLS.test(reason)) {
    return { code: "OUTREACH_TLS", summary: `no trusted TLS connection: ${detail}` } as const;
  }
  if (NOT_HTTP.test(reason)) {
    return { code: "OUTREACH_RESPONSE", summary: `the answer is not HTTP: ${detail}` } as const;
  }
  if (INTERIM.test(message)) {
    return {
      code: "OUTREACH_RESPONSE",
      summary:
        "the answer begins with 100 Continue or 101 Switching Protocols, which this client cannot read",
    } as const;
  }
  const known = reasonInWords(reason);
  return {
    code: sent ? "OUTREACH_CONNECTION" : "OUTREACH_UNREACHABLE",
    summary: known === undefined ? `the connection failed: ${detail}` : `${known}${detail && ` (${detail})`}`,
    transient: !PERMANENT.test(reason),
  } as const;
}

/** Undefined for a code that says nothing by itself. */
function reasonInWords(reason: string): string | undefined {
  const [, status] = /^ERR_PROXY_(\d+)$/.exec(reason) ?? [];
  return status === undefined ? REASONS[reason] : `the proxy answered ${status} to CONNECT`;
}

/** A plain copy: the original may hold bytes of the answer, and with them an echo of the request. */
function safeCause({ reason }: TransportError, detail: string): Error {
  return Object.assign(new Error(detail), { code: reason });
}
