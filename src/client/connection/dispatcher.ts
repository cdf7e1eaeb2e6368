import type { Dispatcher, Pool as PoolOfUndici } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";

// This module is in a separate file of the provider's bundle, so it must not import what the rest of the
// client imports. undici's main file takes three times as long to load as undici's pool (bench/NOTES.md).

// The limits are in ms (docs/design/client.md). `timeout` includes TLS.
/** TCP keep-alive is off, because Wine 8 does not support it. */
const NO_KEEP_ALIVE = { keepAlive: false };
const CONNECT = { ...NO_KEEP_ALIVE, timeout: 10_000, autoSelectFamilyAttemptTimeout: 2_500 };

export function createPool(origin: string): Dispatcher {
  return new Pool(origin, { connect: CONNECT });
}

/** The proxy forwards HTTP and tunnels HTTPS. */
export async function createProxiedPool(proxy: string, noProxy: string): Promise<Dispatcher> {
  const { default: EnvHttpProxyAgent } = await import("undici/lib/dispatcher/env-http-proxy-agent.js");
  const { default: DispatcherOfUndici } = await import("undici/lib/dispatcher/dispatcher.js");
  const { default: openTunnel } = await import("undici/lib/api/api-connect.js");
  // undici's tunnel calls `connect`, which only undici's main file would add.
  Object.assign(DispatcherOfUndici.prototype, { connect: openTunnel });
  return new EnvHttpProxyAgent({
    // `connect` is for connections without the proxy, `proxyTls` for those to the proxy, and `requestTls` for
    // TLS in the tunnel.
    connect: CONNECT,
    proxyTls: CONNECT,
    requestTls: NO_KEEP_ALIVE,
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy,
    proxyTunnel: false,
    factory: (origin, poolOptions) => new Pool(origin, withoutReconnects(poolOptions)),
  });
}

/** After undici's own error code for a closed tunnel, undici would reconnect endlessly. */
function withoutReconnects(poolOptions: PoolOfUndici.Options): PoolOfUndici.Options {
  const { connect } = poolOptions;
  if (typeof connect !== "function") return poolOptions;
  return {
    ...poolOptions,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(withOwnCode(error), null),
      ),
  };
}

/** If a proxy refuses a tunnel, only the message of undici's error contains the response status. */
function withOwnCode(error: Error & { code?: unknown }): Error {
  const [, status] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (status !== undefined) return Object.assign(new Error(), { code: `ERR_PROXY_${status}` });
  return error.code === "UND_ERR_SOCKET" ? Object.assign(new Error(), { code: "ERR_PROXY_CLOSED" }) : error;
}
