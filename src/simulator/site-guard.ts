import type { IncomingMessage } from "node:http";

const loopbackName = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Returns why a request to either side is refused, or undefined. A web page that the user happens to visit must not reach the
 * simulator: a foreign name that resolves to loopback shows in the Host header, a cross-site request in the Origin header.
 */
export function refusedFor({ headers }: IncomingMessage): string | undefined {
  const { host = "", origin } = headers;
  if (!loopbackName.test(host)) return "The Host header must name loopback.";
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return "Requests from other sites are refused.";
  }
  return undefined;
}
