import type { IncomingMessage } from "node:http";

const loopbackName = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Returns why a request is refused, or undefined. No web page in a browser may reach the simulator: a name
 * that resolves to loopback shows in the Host header, and a request of another site in the Origin header.
 */
export function refusedFor({ headers }: IncomingMessage): string | undefined {
  const { host = "", origin } = headers;
  if (!loopbackName.test(host)) return "The Host header must name loopback.";
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return "Requests from other sites are refused.";
  }
  return undefined;
}
