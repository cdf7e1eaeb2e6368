import { type OperationName, operations } from "../api";

/** Where the admin side lives; the API has no such path. */
const ADMIN_PREFIX = "/__simulator";

export type Route =
  | { readonly type: "operation"; readonly name: OperationName }
  | { readonly type: "admin"; readonly path: string }
  | { readonly type: "unknown"; readonly nearest: string | undefined };

const byPath = new Map<string, OperationName>(
  Object.entries(operations).map(([name, { path }]) => [path, name as OperationName]),
);

/** Paths are case-sensitive (section 4.1, rule 4). */
export function route(path: string): Route {
  const name = byPath.get(path);
  if (name !== undefined) return { type: "operation", name };
  if (path === ADMIN_PREFIX || path.startsWith(`${ADMIN_PREFIX}/`)) {
    return { type: "admin", path: path.slice(ADMIN_PREFIX.length) };
  }
  return { type: "unknown", nearest: [...byPath.keys()].find((known) => sketch(known) === sketch(path)) };
}

/** What stays of a path when case, plural and slashes at the end are forgotten: the usual slips. */
function sketch(path: string): string {
  return path.toLowerCase().replace(/s?\/*$/, "");
}
