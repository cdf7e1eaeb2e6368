import { type Dispatcher, type Pool } from "undici";

import { type BaseUrl } from "./base-url";
import { OutreachError } from "./errors";

/** Time to a connection, TLS included. A host that takes longer is down; the same value as undici's own default. */
const CONNECT_TIMEOUT_MS = 10_000;

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
  const options = { connect: { timeout: CONNECT_TIMEOUT_MS } };
  const name = baseUrl.secure ? "https_proxy" : "http_proxy";
  const proxy = environment[name] ?? environment[name.toUpperCase()] ?? "";
  // Loaded with the first request: a provider that is only asked for its schema never pays for it. The package's main file
  // would load all of undici, which takes three times as long (docs/performance.md).
  const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
  if (proxy === "" || baseUrl.loopback) {
    return new Pool(baseUrl.origin, options);
  }
  const address = proxy.includes("://") ? proxy : `http://${proxy}`;
  const { default: EnvHttpProxyAgent } = await import("undici/lib/dispatcher/env-http-proxy-agent.js");
  const { default: Dispatcher } = await import("undici/lib/dispatcher/dispatcher.js");
  const { connect } = await import("undici/lib/api/index.js");
  // The tunnel calls a method that only the package's main file adds.
  Object.assign(Dispatcher.prototype, { connect });
  try {
    return new EnvHttpProxyAgent({
      ...options,
      httpProxy: address,
      httpsProxy: address,
      proxyTunnel: false,
      factory: (origin, poolOptions) => new Pool(origin, guarded(poolOptions)),
    });
  } catch {
    // The reason is left out: it may repeat the address, and with it the proxy's password.
    throw new OutreachError({
      code: "OUTREACH_INVALID_OPTION",
      message: `The proxy address in ${name.toUpperCase()} cannot be used. Write it like http://proxy.example.com:8080.`,
    });
  }
}

/**
 * undici connects again without end when a proxy closes the connection instead of answering CONNECT, because it takes
 * its own socket error for one that only concerns an idle connection. Under another code the request fails once.
 */
function guarded(options: Pool.Options): Pool.Options {
  const { connect } = options;
  if (typeof connect !== "function") {
    return options;
  }
  return {
    ...options,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(renamed(error), null),
      ),
  };
}

function renamed(error: Error & { code?: unknown }): Error {
  return error.code === "UND_ERR_SOCKET"
    ? Object.assign(new Error("the proxy closed the connection"), { code: "ECONNRESET" })
    : error;
}
