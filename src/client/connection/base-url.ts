import { OutreachError } from "../errors/outreach-error";

/** The base address of the API: `{base_url}` of outreach-api.md, section 1. */
export interface BaseUrl {
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** Path before the operation paths, such as "/api"; empty if there is none. */
  readonly pathPrefix: string;
  readonly loopback: boolean;
  readonly secure: boolean;
}

/**
 * Returns the parts of a base address. The error does not repeat the address, which may contain a password.
 * @throws OutreachError `OUTREACH_INVALID_OPTION`
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw invalid("is not an http or https address");
  if (url.username !== "" || url.password !== "") throw invalid("must not contain a user name or password");
  if (/[?#]/.test(text)) throw invalid("must not contain a query (?) or a fragment (#)");
  return {
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ""),
    loopback: LOOPBACK.test(url.hostname),
    secure: url.protocol === "https:",
  };
}

/** Matches `localhost`, its subdomains (RFC 6761), hosts in 127.0.0.0/8, and ::1. */
const LOOPBACK = /^((.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function invalid(problem: string): OutreachError {
  return new OutreachError({
    code: "OUTREACH_INVALID_OPTION",
    message: `The base URL ${problem}. Write it like https://api.example.com or https://example.com/api.`,
  });
}
