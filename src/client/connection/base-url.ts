import { OutreachError } from "../errors/outreach-error";

/** Where the API lives: `{base_url}` of outreach-api.md, section 1. */
export interface BaseUrl {
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** Path in front of the operation paths: empty, or with a leading and without a trailing slash. */
  readonly pathPrefix: string;
  /** True where the address never leaves this machine. */
  readonly loopback: boolean;
  /** True for https. */
  readonly secure: boolean;
}

/**
 * Reads a base address. A trailing slash and a path prefix are fine; an OutreachError
 * (`OUTREACH_INVALID_OPTION`) says what is not. The message never repeats the address: it may hold a password.
 */
export function parseBaseUrl(text: string): BaseUrl {
  if (!URL.canParse(text)) {
    throw invalid("is not an http or https address");
  }
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol)) {
    throw invalid("is not an http or https address");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("must not contain a user name or password");
  }
  if (/[?#]/.test(text)) {
    throw invalid("must not contain a query (?) or a fragment (#)");
  }
  return {
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ""),
    loopback: isLoopbackHost(url.hostname),
    secure: url.protocol === "https:",
  };
}

/** `localhost`, its subdomains (RFC 6761), 127.0.0.0/8 and ::1, as `URL` normalises host names. */
function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === "[::1]"
  );
}

function invalid(problem: string): OutreachError {
  return new OutreachError({
    code: "OUTREACH_INVALID_OPTION",
    message: `The base URL ${problem}. Write it like https://api.example.com or https://example.com/api.`,
  });
}
