import { isIP, type Socket } from "node:net";

import { type BaseUrl } from "./base-url";
import { connectTo, secured, targetOf, withCode, type Connect, type Target } from "./connect";
import { OutreachError } from "./errors";

type Environment = Readonly<Record<string, string | undefined>>;

/** How requests reach the server. */
export interface Route {
  readonly connect: Connect;
  /** Stands in front of the path of every request: a proxy that forwards needs the whole address. */
  readonly pathPrefix: string;
  /** Headers for the proxy. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The way to a server, through the proxy that the environment names.
 *
 * As in Terraform itself (Go) and curl: `https_proxy` is for https only and `http_proxy` for http only, the lower-case
 * name wins, the scheme may be left out, `no_proxy` lists hosts to reach directly, plain http is forwarded and https
 * tunnelled, and a loopback address never goes through a proxy.
 */
export function routeTo(baseUrl: BaseUrl, environment: Environment = process.env): Route {
  const target = targetOf(new URL(baseUrl.origin));
  const name = baseUrl.secure ? "https_proxy" : "http_proxy";
  const address = variable(environment, name);
  if (address === "" || baseUrl.loopback || isExempt(target, variable(environment, "no_proxy"))) {
    return { connect: (abandoned) => connectTo(target, abandoned), pathPrefix: "", headers: {} };
  }
  const { proxy, headers } = readProxy(address, name);
  return baseUrl.secure
    ? { connect: (abandoned) => tunnel(proxy, headers, target, abandoned), pathPrefix: "", headers: {} }
    : { connect: (abandoned) => connectTo(proxy, abandoned), pathPrefix: baseUrl.origin, headers };
}

function variable(environment: Environment, name: string): string {
  return environment[name] ?? environment[name.toUpperCase()] ?? "";
}

function readProxy(address: string, name: string) {
  const text = address.includes("://") ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    // The address is left out: it may hold the proxy's password.
    throw new OutreachError({
      code: "OUTREACH_INVALID_OPTION",
      message: `The proxy address in ${name.toUpperCase()} cannot be used. Write it like http://proxy.example.com:8080.`,
    });
  }
  return { proxy: targetOf(url), headers: credentialsOf(url) };
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") {
    return {};
  }
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** `no_proxy`: hosts, with a port or without, separated by commas or spaces; a domain stands for its subdomains too. */
function isExempt({ hostname, port }: Target, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((listed) => {
      const entry = isIP(listed) === 6 ? `[${listed}]` : listed;
      const [, host = entry, only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (only !== undefined && Number(only) !== port) {
        return false;
      }
      const domain = host.replace(/^\*?\./, "");
      return host === "*" || hostname === host || hostname.endsWith(`.${domain}`);
    });
}

/** A connection to the target through a proxy (RFC 9110, 9.3.6), and TLS in it. */
async function tunnel(
  proxy: Target,
  headers: Readonly<Record<string, string>>,
  target: Target,
  abandoned: AbortSignal,
): Promise<Socket> {
  const socket = await connectTo(proxy, abandoned);
  try {
    await openTunnel(socket, `${target.hostname}:${target.port}`, headers, abandoned);
  } catch (error) {
    socket.on("error", () => undefined);
    socket.destroy();
    throw error;
  }
  return secured(socket, target, abandoned);
}

/** Longest answer of a proxy to CONNECT. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** A proxy tries to reach the server before it answers. */
const PROXY_TIMEOUT_MS = 10_000;

function openTunnel(
  socket: Socket,
  authority: string,
  headers: Readonly<Record<string, string>>,
  abandoned: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const settle = () => {
      abandoned.removeEventListener("abort", onAbandoned);
      socket.off("data", onData).off("error", fail).off("close", onClose).setTimeout(0).pause();
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const onAbandoned = () => fail(new Error("nobody waits for the connection any more"));
    const onClose = () => fail(withCode("the proxy closed the connection", "ECONNRESET"));
    const onData = (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      const end = answer.indexOf("\r\n\r\n");
      if (end < 0 && answer.length <= MAX_ANSWER_BYTES) {
        return;
      }
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
      // Whoever is behind the tunnel has nothing to say before TLS begins.
      if (status?.[0] === "2" && end === answer.length - 4) {
        settle();
        resolve();
      } else if (status === "407") {
        fail(withCode("the proxy wants a user name and a password", "PROXY_PASSWORD"));
      } else {
        fail(withCode(`the proxy answered ${status ?? "something else than HTTP"}`, "PROXY_REFUSED"));
      }
    };
    abandoned.addEventListener("abort", onAbandoned);
    socket.setTimeout(PROXY_TIMEOUT_MS, () => fail(withCode("the proxy does not answer", "ETIMEDOUT")));
    socket.on("data", onData).on("error", fail).on("close", onClose);
    const lines = Object.entries({ host: authority, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`CONNECT ${authority} HTTP/1.1\r\n${lines.join("")}\r\n`);
  });
}
