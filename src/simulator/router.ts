import type { IncomingMessage } from "node:http";
import { type OperationName, operations } from "../api";

/** Path of the control interface. The API has no such path. */
const ADMIN_PREFIX = "/__simulator";

export type Route =
  | { readonly type: "operation"; readonly name: OperationName }
  | { readonly type: "admin"; readonly path: string }
  | { readonly type: "unknown"; readonly nearest: string | undefined };

const byPath = new Map<string, OperationName>(
  Object.entries(operations).map(([name, { path }]) => [path, name as OperationName]),
);

/** Returns what a path leads to. Paths are case-sensitive (section 4.1, rule 4). */
export function route(path: string): Route {
  const name = byPath.get(path);
  if (name !== undefined) return { type: "operation", name };
  if (path === ADMIN_PREFIX || path.startsWith(`${ADMIN_PREFIX}/`)) {
    return { type: "admin", path: path.slice(ADMIN_PREFIX.length) };
  }
  return { type: "unknown", nearest: [...byPath.keys()].find((known) => sketch(known) === sketch(path)) };
}

/** Returns a path without what is often wrong in it: letter case, and slashes or an `s` at its end. */
function sketch(path: string): string {
  return path.toLowerCase().replace(/s?\/*$/, "");
}

const loopbackName = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Returns why a request is refused, as one of a web page (docs/design/simulator.md); else undefined. */
export function refusedFor({ headers }: IncomingMessage): string | undefined {
  const { host = "", origin } = headers;
  if (!loopbackName.test(host))
    return "The Host header must name a loopback host: 127.0.0.1, localhost or [::1].";
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return "Requests from other sites are refused.";
  }
  return undefined;
}
