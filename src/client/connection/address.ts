import type { Dispatcher } from "undici";
import { OutreachError } from "../errors/outreach-error";

export interface BaseUrl {
  readonly origin: string;
  /** The path before the operation's path, such as "/api"; empty if there is none. */
  readonly pathPrefix: string;
  readonly loopback: boolean;
  readonly secure: boolean;
}

/** The error does not quote the address, which may contain a password. @throws `OUTREACH_INVALID_OPTION` */
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

/** Matches `localhost` and its subdomains (RFC 6761), hosts in 127.0.0.0/8, and ::1. */
const LOOPBACK = /^((.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function invalid(problem: string): OutreachError {
  return new OutreachError({
    code: "OUTREACH_INVALID_OPTION",
    message: `The base URL ${problem}. Write it like https://api.example.com or https://example.com/api.`,
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Unless the server is on loopback, connections use the proxy in the environment, as in Terraform (Go) and
 * curl: `https_proxy` is for https, and the address may omit its scheme. @throws OutreachError
 * `OUTREACH_INVALID_OPTION` for an unusable proxy address @internal
 */
export async function createDispatcher(
  baseUrl: BaseUrl,
  environment: Environment = process.env,
): Promise<Dispatcher> {
  const name = baseUrl.secure ? "https_proxy" : "http_proxy";
  const proxy = baseUrl.loopback ? "" : variable(environment, name);
  const { createPool, createProxiedPool } = await import("./dispatcher");
  if (proxy === "") return createPool(baseUrl.origin);
  try {
    return await createProxiedPool(withScheme(proxy), variable(environment, "no_proxy"));
  } catch {
    // undici's error may quote the address, which may contain the proxy's password.
    throw new OutreachError({
      code: "OUTREACH_INVALID_OPTION",
      message: `The proxy address in ${name.toUpperCase()} cannot be used. Write it like http://proxy.example.com:8080.`,
    });
  }
}

/** User, password, and both joined by a colon, for each configured proxy. */
export function proxyCredentials(environment: Environment = process.env): string[] {
  return ["https_proxy", "http_proxy"].flatMap((name) => {
    const proxy = withScheme(variable(environment, name));
    if (!proxy.includes("@") || !URL.canParse(proxy)) return [];
    const { username, password } = new URL(proxy);
    const [user, secret] = [unescaped(username), unescaped(password)];
    return [user, secret, `${user}:${secret}`];
  });
}

function withScheme(proxy: string): string {
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Loads undici, which the provider's bundle holds in a separate file. */
export async function loadDispatcher(): Promise<void> {
  await import("./dispatcher");
}

function variable(environment: Environment, name: string): string {
  return environment[name] || environment[name.toUpperCase()] || "";
}
