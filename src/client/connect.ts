import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Time to a connection, TLS included. A host that takes longer is down. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a connection that can be written to; it is given up where nobody waits for it any more. */
export type Connect = (abandoned: AbortSignal) => Promise<Socket>;

export interface Target {
  /** As in a URL: an address of IPv6 stands in brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

export function targetOf(url: URL): Target {
  const secure = url.protocol === "https:";
  return { hostname: url.hostname, port: Number(url.port || (secure ? 443 : 80)), secure };
}

export function connectTo(target: Target, abandoned: AbortSignal): Promise<Socket> {
  const { port, secure } = target;
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const socket = secure
    ? connectTls({ port, ...tlsOptions(host) })
    : connectTcp({ host, port, noDelay: true, keepAlive: true });
  if (secure) {
    socket.setNoDelay(true).setKeepAlive(true);
  }
  return untilOpen(socket, secure ? "secureConnect" : "connect", abandoned);
}

/** TLS with the target, through a connection that leads there. */
export function secured(tunnel: Socket, target: Target, abandoned: AbortSignal): Promise<Socket> {
  const socket = connectTls({ socket: tunnel, ...tlsOptions(target.hostname.replace(/^\[|\]$/g, "")) });
  return untilOpen(socket, "secureConnect", abandoned);
}

function tlsOptions(host: string) {
  // An address is no server name (RFC 6066, 3); the certificate is checked against it all the same.
  return { host, ALPNProtocols: ["http/1.1"], ...(isIP(host) === 0 && { servername: host }) };
}

function untilOpen(
  socket: Socket,
  event: "connect" | "secureConnect",
  abandoned: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      settle();
      socket.on("error", () => undefined);
      socket.destroy();
      reject(error);
    };
    const onAbandoned = () => fail(new Error("nobody waits for the connection any more"));
    const onClose = () => fail(withCode("the connection was closed while it was made", "ECONNRESET"));
    const onTimeout = () =>
      fail(withCode(`no connection within ${CONNECT_TIMEOUT_MS / 1_000} s`, "ETIMEDOUT"));
    const timer = setTimeout(onTimeout, CONNECT_TIMEOUT_MS);
    const settle = () => {
      clearTimeout(timer);
      abandoned.removeEventListener("abort", onAbandoned);
      socket.off("error", fail).off("close", onClose).off(event, onOpen);
    };
    const onOpen = () => {
      settle();
      resolve(socket);
    };
    abandoned.addEventListener("abort", onAbandoned);
    socket.on("error", fail).on("close", onClose).on(event, onOpen);
  });
}

export function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
