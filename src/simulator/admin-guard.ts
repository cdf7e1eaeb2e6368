import type { IncomingMessage } from "node:http";

const loopbackName = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Why an admin request is refused, or undefined. A web page the user happens to visit must not reach this side:
 * a foreign name that resolves to loopback shows in the Host header, a cross-site request in the Origin header.
 */
export function refusedFor({ headers }: IncomingMessage): string | undefined {
  const { host = "", origin } = headers;
  if (!loopbackName.test(host)) return "The Host header must name loopback.";
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return "Requests from other sites are refused.";
  }
  return undefined;
}
