import type { Dispatcher } from "undici";

import type { BaseUrl } from "./base-url";
import { OutreachError } from "../errors/outreach-error";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The pooled keep-alive dispatcher for one server, through the proxy that the environment names.
 *
 * As in Terraform itself (Go) and curl: `https_proxy` is for https only and `http_proxy` for http only, an empty value is
 * none, the scheme may be left out, `no_proxy` lists hosts to reach directly, plain http is forwarded and https
 * tunnelled, and a loopback address never goes through a proxy. The lower-case name wins, as in curl.
 */
export async function createDispatcher(
  baseUrl: BaseUrl,
  environment: Environment = process.env,
): Promise<Dispatcher> {
  const name = baseUrl.secure ? "https_proxy" : "http_proxy";
  const proxy = baseUrl.loopback ? "" : variable(environment, name);
  const { createPool, createProxiedPool } = await import("./dispatcher");
  if (proxy === "" || (await isDirect(baseUrl, environment))) {
    return createPool(baseUrl.origin);
  }
  try {
    return await createProxiedPool(withScheme(proxy));
  } catch {
    // The reason is left out: it may repeat the address, and with it the proxy's password.
    throw new OutreachError({
      code: "OUTREACH_INVALID_OPTION",
      message: `The proxy address in ${name.toUpperCase()} cannot be used. Write it like http://proxy.example.com:8080.`,
    });
  }
}

/**
 * Returns what a proxy is sent for its password: user name, password, and both as they stand in `Proxy-Authorization` under
 * their base64. Empty where no variable of the environment names a proxy with a user.
 */
export function proxyCredentials(environment: Environment = process.env): string[] {
  return PROXY_VARIABLES.flatMap((name) => {
    const proxy = variable(environment, name);
    if (!proxy.includes("@") || !URL.canParse(withScheme(proxy))) return [];
    const { username, password } = new URL(withScheme(proxy));
    const [user, secret] = [unescaped(username), unescaped(password)];
    return [user, secret, `${user}:${secret}`];
  });
}

const PROXY_VARIABLES = ["https_proxy", "http_proxy"] as const;

function withScheme(proxy: string): string {
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

/** A text with a percent sign that escapes nothing is the text itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads what calls are made with, which the provider's bundle has in a file of its own. */
export async function loadDispatcher(): Promise<void> {
  await import("./dispatcher");
}

async function isDirect({ origin }: BaseUrl, environment: Environment): Promise<boolean> {
  const { isListed } = await import("./no-proxy");
  return isListed(origin, variable(environment, "no_proxy"));
}

function variable(environment: Environment, name: string): string {
  const lower = environment[name] ?? "";
  return lower === "" ? (environment[name.toUpperCase()] ?? "") : lower;
}
