import { createHash } from "node:crypto";
import type { Dialect } from "./dialect";
import { ApiError } from "./errors";
import type { SimulatedObject } from "./objects";
import type { RequestValues } from "./validate";

/** The position of an object in a list: its sort key, then its place in the creation order. */
type Position = readonly [key: string | number, sequence: number];

/** The field by which a list is sorted. Objects with equal values are in the creation order. */
type Order = { readonly key: "sequence" | "name" | "id"; readonly descending: boolean };

/**
 * Returns one page of a list. `objects` are in creation order. A token contains the position of the last item
 * of its page. A create or delete between two pages therefore neither skips nor repeats other objects. A
 * token is valid only for its list, workspace and order.
 */
export function pageOf(
  list: string,
  objects: readonly SimulatedObject[],
  request: RequestValues,
  dialect: Dialect,
): { readonly items: readonly SimulatedObject[]; readonly nextToken: string | null } {
  const { workspaceId, nextToken } = request;
  const order = orderOf(request, dialect);
  const positionOf = (object: SimulatedObject): Position => [object[order.key], object.sequence];
  const compare = (a: Position, b: Position) => comparePositions(a, b) * (order.descending ? -1 : 1);
  const binding = JSON.stringify([list, workspaceId, order.key, order.descending]);

  // The creation order needs no sorting, which would take long for each page of a large list.
  const created = order.descending ? objects.toReversed() : objects;
  const sorted =
    order.key === "sequence" ? created : objects.toSorted((a, b) => compare(positionOf(a), positionOf(b)));

  const last = typeof nextToken === "string" ? readToken(nextToken, binding) : undefined;
  const start = last === undefined ? 0 : firstOf(sorted, (object) => compare(positionOf(object), last) > 0);
  const end = start + pageSize(request.maxItems, dialect);
  const items = sorted.slice(start, end);
  return { items, nextToken: end < sorted.length ? writeToken(positionOf(items.at(-1)!), binding) : null };
}

/** Returns the index of the first item for which `holds`. It must hold for all later items, too. */
function firstOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [start, end] = [0, items.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (holds(items[middle]!)) end = middle;
    else start = middle + 1;
  }
  return start;
}

function pageSize(maxItems: number | undefined, dialect: Dialect): number {
  if (maxItems !== undefined && maxItems < 1) {
    throw new ApiError("BadRequest", "The requested number of items must be at least 1.");
  }
  return Math.min(maxItems ?? dialect.pageSize, dialect.maximumPageSize);
}

function orderOf({ sortOrder }: RequestValues, { listOrder, sortOrder: sorts }: Dialect): Order {
  if (sortOrder === undefined || sorts === "ignored") {
    const key = listOrder === "name" || listOrder === "id" ? listOrder : "sequence";
    return { key, descending: listOrder === "created-descending" };
  }
  const direction = sortOrder.toLowerCase();
  if (direction !== "asc" && direction !== "desc") {
    throw new ApiError("BadRequest", "The sort order must be asc or desc.");
  }
  return { key: sorts === "by-name" ? "name" : "sequence", descending: direction === "desc" };
}

function comparePositions([a, aSequence]: Position, [b, bSequence]: Position): number {
  if (a === b) return aSequence - bSequence;
  return a < b ? -1 : 1;
}

function writeToken(position: Position, binding: string): string {
  const payload = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${payload}.${seal(payload, binding)}`;
}

function readToken(token: string, binding: string): Position {
  const payload = token.split(".")[0] ?? "";
  if (token !== `${payload}.${seal(payload, binding)}`) {
    throw new ApiError("BadRequest", "The page token does not come from this list.");
  }
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Position;
}

function seal(payload: string, binding: string): string {
  return createHash("sha256").update(binding).update(payload).digest("base64url").slice(0, 16);
}
