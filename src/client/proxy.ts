import type { Dispatcher } from "undici";

import type { BaseUrl } from "./base-url";
import { OutreachError } from "./errors";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The pooled keep-alive dispatcher for one server, through the proxy that the environment names.
 *
 * As in Terraform itself (Go) and curl: `https_proxy` is for https only and `http_proxy` for http only, the lower-case
 * name wins, the scheme may be left out, `no_proxy` lists hosts to reach directly, plain http is forwarded and https
 * tunnelled, and a loopback address never goes through a proxy.
 */
export async function createDispatcher(
  baseUrl: BaseUrl,
  environment: Environment = process.env,
): Promise<Dispatcher> {
  const name = baseUrl.secure ? "https_proxy" : "http_proxy";
  const proxy = environment[name] ?? environment[name.toUpperCase()] ?? "";
  const { createPool, createProxiedPool } = await import("./dispatcher");
  if (proxy === "" || baseUrl.loopback) {
    return createPool(baseUrl.origin);
  }
  try {
    return await createProxiedPool(proxy.includes("://") ? proxy : `http://${proxy}`);
  } catch {
    // The reason is left out: it may repeat the address, and with it the proxy's password.
    throw new OutreachError({
      code: "OUTREACH_INVALID_OPTION",
      message: `The proxy address in ${name.toUpperCase()} cannot be used. Write it like http://proxy.example.com:8080.`,
    });
  }
}
