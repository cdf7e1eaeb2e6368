import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { domainToASCII } from "node:url";
import type { Dispatcher, Pool as PoolOfUndici } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";

// In the provider's bundle, this module and undici are in a separate file, which a provider loads when it is
// configured. This module must not import a module that the rest of the client imports, because the bundle
// would then have that module twice. It imports only undici's pool, because the main file of undici takes
// three times as long to load (bench/NOTES.md).

/** Longest time to connect, TLS included; undici's own default. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Longest time to connect to one address, if a host has several addresses (docs/design/client.md). */
const ADDRESS_TIMEOUT_MS = 2_500;

/** TCP keep-alive stays off: a request has its own timeout (docs/design/packaging.md). */
const NO_KEEP_ALIVE = { keepAlive: false };

function createConnect() {
  return {
    ...NO_KEEP_ALIVE,
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    lookup: createLookup(),
  };
}

export function createPool(origin: string): Dispatcher {
  return new Pool(origin, { connect: createConnect() });
}

/** Returns a pool through a proxy, which forwards HTTP and tunnels HTTPS. Rejects an unusable address. */
export async function createProxiedPool(proxy: string): Promise<Dispatcher> {
  const { default: EnvHttpProxyAgent } = await import("undici/lib/dispatcher/env-http-proxy-agent.js");
  const { default: DispatcherOfUndici } = await import("undici/lib/dispatcher/dispatcher.js");
  const { default: openTunnel } = await import("undici/lib/api/api-connect.js");
  // undici's tunnel calls `connect`, but only undici's main file adds that method.
  Object.assign(DispatcherOfUndici.prototype, { connect: openTunnel });
  return new EnvHttpProxyAgent({
    // Settings of the connection to the proxy itself.
    proxyTls: createConnect(),
    // Settings of the TLS connection within a tunnel.
    requestTls: NO_KEEP_ALIVE,
    httpProxy: proxy,
    httpsProxy: proxy,
    // `createDispatcher` has applied NO_PROXY already. Without this line, undici would apply it again, by
    // other rules.
    noProxy: "",
    proxyTunnel: false,
    ...tokenForUserAlone(proxy),
    factory: (origin, poolOptions) => new Pool(origin, withoutReconnects(poolOptions)),
  });
}

/** Returns the token for a proxy user without a password. Go and curl send such a token; undici does not. */
function tokenForUserAlone(proxy: string): { token?: string } {
  const { username, password } = new URL(proxy);
  if (username === "" || password !== "") return {};
  return { token: `Basic ${Buffer.from(`${decodeURIComponent(username)}:`).toString("base64")}` };
}

/** Changes the error code of a closed tunnel. With its own code, undici would reconnect endlessly. */
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

/** If a proxy opens no tunnel, the status of its response is only in the message of undici's error. */
function withOwnCode(error: Error & { code?: unknown }): Error {
  const [, status] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (status !== undefined) return Object.assign(new Error(), { code: `ERR_PROXY_${status}` });
  return error.code === "UND_ERR_SOCKET" ? Object.assign(new Error(), { code: "ERR_PROXY_CLOSED" }) : error;
}

type Callback = Parameters<LookupFunction>[2];

/** Returns a lookup for one host. Concurrent callers share it; there is no cache (docs/design/client.md). */
function createLookup(): LookupFunction {
  let waiting: Callback[] = [];
  return (host, options, callback) => {
    if (waiting.push(callback) > 1) return;
    lookup(host, options, (...result) => {
      const callbacks = waiting;
      waiting = [];
      for (const each of callbacks) each(...result);
    });
  };
}

/** Reports whether the list in NO_PROXY includes an origin, as in Go and curl (docs/design/client.md). */
export function isListed(origin: string, list: string): boolean {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const explicit = port === "" ? { "http:": "80", "https:": "443" }[protocol]! : port;
  return list.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry, host, explicit));
}

/** `host` is without the brackets of an IPv6 address. */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const parts = /^\[(.*)\](?::(\d+))?$/.exec(entry) ?? /^([^:]+):(\d+)$/.exec(entry);
  const [, name = entry, only = port] = parts ?? [];
  if (only !== port) return false;
  if (isIP(host) !== 0) return matchesAddress(name, host);
  const domain = domainToASCII(name.replace(/^\*?\./, ""));
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function matchesAddress(name: string, host: string): boolean {
  const [address = "", bits] = name.split("/");
  const family = isIP(address) === 4 ? "ipv4" : "ipv6";
  const most = family === "ipv4" ? 32 : 128;
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits ?? "0") || Number(bits ?? 0) > most) return false;
  const listed = new BlockList();
  listed.addSubnet(address, Number(bits ?? most), family);
  return listed.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}
