import { createHash } from "node:crypto";
import type { Dialect } from "./dialect";
import { ApiError } from "./errors";
import type { SimulatedObject } from "./store";

/** The position of an object in a list: its sort key, then its place in the creation order. */
type Position = readonly [key: string | number, sequence: number];

type Order = Dialect["listOrder"];

interface PageRequest {
  /** Names the list within tokens. */
  readonly list: string;
  readonly workspaceId: string;
  readonly maxItems?: number;
  readonly nextToken?: string | null;
  readonly sortOrder?: string;
}

interface Page {
  readonly items: readonly SimulatedObject[];
  readonly nextToken: string | null;
}

/**
 * Returns one page of a list. `objects` are in creation order. A token contains the position of the last item
 * of its page, so that creates and deletes between two pages neither skip nor repeat other objects. It is
 * valid for its list, workspace and order only.
 */
export function pageOf(objects: readonly SimulatedObject[], request: PageRequest, dialect: Dialect): Page {
  const sorting = orderOf(request, dialect);
  const { order, descending } = sorting;
  const sign = descending ? -1 : 1;
  const compare = (a: Position, b: Position) => sign * comparePositions(a, b);
  const binding = JSON.stringify([request.list, request.workspaceId, order, descending]);
  const sorted = inOrder(objects, sorting, compare);

  const last = typeof request.nextToken === "string" ? readToken(request.nextToken, binding) : undefined;
  const start =
    last === undefined ? 0 : firstOf(sorted, (object) => compare(positionOf(object, order), last) > 0);
  const end = start + pageSize(request.maxItems, dialect);
  const items = sorted.slice(start, end);
  const more = end < sorted.length;
  return { items, nextToken: more ? writeToken(positionOf(items.at(-1)!, order), binding) : null };
}

interface Sorting {
  readonly order: Order;
  readonly descending: boolean;
}

/** The creation order needs no sorting, which would take long for each page of a large list. */
function inOrder(
  objects: readonly SimulatedObject[],
  { order, descending }: Sorting,
  compare: (a: Position, b: Position) => number,
): readonly SimulatedObject[] {
  if (order === "created" || order === "created-descending") {
    return descending ? objects.toReversed() : objects;
  }
  return objects.toSorted((a, b) => compare(positionOf(a, order), positionOf(b, order)));
}

/** Returns the index of the first item that fulfils a condition which all later items fulfil. */
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
    throw new ApiError("BadRequest", "The number of items asked for must be at least 1.");
  }
  return Math.min(maxItems ?? dialect.pageSize, dialect.maximumPageSize);
}

function orderOf({ sortOrder }: PageRequest, dialect: Dialect): Sorting {
  if (sortOrder === undefined || dialect.sortOrder === "ignored") {
    return { order: dialect.listOrder, descending: dialect.listOrder === "created-descending" };
  }
  const direction = sortOrder.toLowerCase();
  if (direction !== "asc" && direction !== "desc") {
    throw new ApiError("BadRequest", "The sort order must be asc or desc.");
  }
  return {
    order: dialect.sortOrder === "by-name" ? "name" : "created",
    descending: direction === "desc",
  };
}

function positionOf(object: SimulatedObject, order: Order): Position {
  switch (order) {
    case "created":
    case "created-descending":
      return [object.sequence, object.sequence];
    case "name":
      return [object.name, object.sequence];
    case "id":
      return [object.id, object.sequence];
  }
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
