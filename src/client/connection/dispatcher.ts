import type { Dispatcher, Pool as PoolOfUndici } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";

import { createLookup } from "./lookup";

// A file of its own in the provider's bundle, which is read when it is configured: a provider that is only asked for its
// schema never pays for it. It takes undici's pool alone, because the package's main file loads all of undici, which
// takes three times as long (bench/NOTES.md). It must not import what the rest of the client imports too: there
// would be two copies of that.

/** Time to a connection, TLS included. A host that takes longer is down; the same value as undici's own default. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Time to one address of a host that has several. After Node's own 250 ms it gives the address up for good, and there are
 * servers whose answer takes longer than that; this leaves room for a packet that is lost and repeated after a second.
 */
const ADDRESS_TIMEOUT_MS = 2_500;

/** For the connections to one host. */
function createConnect() {
  return {
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    lookup: createLookup(),
  };
}

/** Connections to one server, which are kept and used again. */
export function createPool(origin: string): Dispatcher {
  return new Pool(origin, { connect: createConnect() });
}

/** The same through a proxy: plain HTTP is forwarded and HTTPS tunnelled. Throws where its address cannot be used. */
export async function createProxiedPool(proxy: string): Promise<Dispatcher> {
  const { default: EnvHttpProxyAgent } = await import("undici/lib/dispatcher/env-http-proxy-agent.js");
  const { default: DispatcherOfUndici } = await import("undici/lib/dispatcher/dispatcher.js");
  const { default: openTunnel } = await import("undici/lib/api/api-connect.js");
  // The tunnel calls a method that only the package's main file adds.
  Object.assign(DispatcherOfUndici.prototype, { connect: openTunnel });
  return new EnvHttpProxyAgent({
    // The connection to the proxy itself.
    proxyTls: createConnect(),
    httpProxy: proxy,
    httpsProxy: proxy,
    // Who reaches the server directly has been decided; undici would read the environment, and otherwise.
    noProxy: "",
    proxyTunnel: false,
    ...userAlone(proxy),
    factory: (origin, poolOptions) => new Pool(origin, guarded(poolOptions)),
  });
}

/** As in Go and curl. undici sends a user name only where there is a password, too. */
function userAlone(proxy: string): { token?: string } {
  const { username, password } = new URL(proxy);
  if (username === "" || password !== "") return {};
  return { token: `Basic ${Buffer.from(`${decodeURIComponent(username)}:`).toString("base64")}` };
}

/**
 * undici connects again without end when a proxy closes the connection instead of answering CONNECT, because it takes
 * its own socket error for one that only concerns an idle connection. Under another code the request fails once. The code
 * alone says what happened (`reasonInWords` of connection.ts), so that nothing in the words of this file is masked.
 */
function guarded(poolOptions: PoolOfUndici.Options): PoolOfUndici.Options {
  const { connect } = poolOptions;
  if (typeof connect !== "function") {
    return poolOptions;
  }
  return {
    ...poolOptions,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(renamed(error), null),
      ),
  };
}

/** With the status of a proxy that opens no tunnel, which undici tells in words alone, in the code. */
function renamed(error: Error & { code?: unknown }): Error {
  const [, status] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (status !== undefined) {
    return Object.assign(new Error(), { code: `ERR_PROXY_${status}` });
  }
  return error.code === "UND_ERR_SOCKET" ? Object.assign(new Error(), { code: "ERR_PROXY_CLOSED" }) : error;
}
