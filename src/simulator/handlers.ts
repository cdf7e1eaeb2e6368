import { createHash } from "node:crypto";
import { type Fields, type Operation, type OperationName, operations, pagingFields } from "../api";
import type { SimulatedCluster, SimulatedObject, Write } from "./common";
import { type Dialect, listedName, textStoredAs } from "./dialect";
import { ApiError, type HttpResponse, jsonResponse } from "./http";
import type { Strike } from "./faults";
import type { Simulation } from "./simulation";
import type { RequestValues } from "./validate";
import type { World, WrittenFields } from "./world";

type Handled = { readonly response: HttpResponse; readonly write?: Write };

type Source = Readonly<Record<string, unknown>>;

export function carryOut(
  name: OperationName,
  values: RequestValues,
  simulation: Simulation,
  effects: readonly Strike["effect"][],
): Handled {
  const operation: Operation = operations[name];
  if (operation.intent === "read") return { response: read(operation, values, simulation, effects) };
  return WRITES[operation.intent](operation, values, simulation);
}

const WRITES = { create, update, delete: remove } as const;

function read(
  operation: Operation,
  values: RequestValues,
  { world, dialect }: Simulation,
  effects: readonly Strike["effect"][],
): HttpResponse {
  const { response, kind, path } = operation;
  const { workspaceId, id } = values;
  const stale = effects.map((effect) => (effect.type === "stale" ? (effect.writes ?? 1) : 0));
  const query = { kind, workspaceId, staleBy: Math.max(0, ...stale) };
  if (!("list" in response)) {
    const object = world.visibility.get(query, id);
    if (object === undefined) throw notFound(operation);
    return fieldsResponse(operation, counted(object, "get", dialect), dialect);
  }
  const loops = effects.some(({ type }) => type === "loop");
  const omitted = effects.flatMap((effect) => (effect.type === "omit" ? effect.ids : []));
  const request = { ...values, ...(loops && { nextToken: null }) };
  const page = pageOf(path, world.visibility.list(query), request, dialect);
  const items = page.items
    .filter((object) => !omitted.includes(object.id))
    .map((object) => ({ ...counted(object, "list", dialect), name: listedName(object.name, dialect) }))
    .map((object) => render(response.item, object, dialect));
  const list = items.length > 0 || dialect.emptyList === "array" ? items : null;
  return jsonResponse(200, {
    ...(list === null && dialect.emptyList === "absent" ? {} : { [response.list]: list }),
    [pagingFields.nextToken.wire]: loops ? "again" : page.nextToken,
  });
}

function counted(object: SimulatedObject, operation: "list" | "get", dialect: Dialect): Source {
  const where = dialect.associatedCount;
  if (object.kind !== "cluster" || where === "everywhere" || where === `${operation}-only`) return object;
  if (where === `${operation}-zero`) return { ...object, associatedCount: 0 };
  return where.endsWith("-zero") ? object : { ...object, associatedCount: null };
}

function create(operation: Operation, values: RequestValues, { world, dialect }: Simulation): Handled {
  const { kind } = operation;
  const { workspaceId } = values;
  const content = contentOf(operation, values, dialect);
  rejectDuplicate({ kind, workspaceId, name: content.name }, world, dialect);
  const write = world.create({ kind, workspaceId }, content);
  return { response: fieldsResponse(operation, write.after, dialect), write };
}

function update(operation: Operation, values: RequestValues, { world, dialect }: Simulation): Handled {
  const before = find(operation, values, world);
  if (before === undefined && dialect.updateMissing === "error") throw notFound(operation);
  const response = fieldsResponse(operation, values, dialect);
  if (before === undefined) return { response };
  const changes = contentOf(operation, values, dialect);
  rejectDuplicate({ ...before, name: changes.name }, world, dialect);
  return { response, write: world.update(before, changes, dialect.noOpUpdate) };
}

function remove(operation: Operation, values: RequestValues, { world, dialect }: Simulation): Handled {
  const before = find(operation, values, world);
  if (before === undefined && dialect.deleteMissing === "error") throw notFound(operation);
  const response = deleteResponse(operation, values, dialect);
  return before === undefined ? { response } : { response, write: world.remove(before) };
}

function find(operation: Operation, values: RequestValues, world: World): SimulatedObject | undefined {
  const object = world.find(values.id);
  return object?.kind === operation.kind && object.workspaceId === values.workspaceId ? object : undefined;
}

function notFound(operation: Operation): ApiError {
  return new ApiError("NotFound", `There is no ${operation.kind} with this id in the workspace.`);
}

/** Rejects a name that another object of the same kind and workspace has. A new object has no `id` yet. */
function rejectDuplicate(
  { kind, workspaceId, name, id }: Pick<SimulatedObject, "kind" | "workspaceId" | "name"> & { id?: string },
  world: World,
  { duplicateNames }: Dialect,
): void {
  if (duplicateNames === "allowed") return;
  if (world.list(kind, workspaceId).some((other) => other.name === name && other.id !== id)) {
    throw new ApiError("Conflict", `The workspace already has a ${kind} of this name.`);
  }
}

function contentOf({ required, optional }: Operation, values: RequestValues, dialect: Dialect) {
  const supplied: RequestValues = {
    ...values,
    description: suppliedDescription(values.description, dialect),
  };
  const content = Object.keys({ ...required, ...optional })
    .filter((property) => property !== "id" && supplied[property] !== undefined)
    .map((property) => [property, textStoredAs(String(supplied[property]), dialect.storedText)]);
  return Object.fromEntries(content) as WrittenFields;
}

/** Returns "" for a cleared description, and undefined for an unchanged description. */
function suppliedDescription(value: RequestValues["description"], { clearDescription }: Dialect) {
  if (value !== null && value !== "") return value;
  const clears = ["empty-or-null", value === "" ? "empty" : "null"];
  return clears.includes(clearDescription) ? "" : undefined;
}

function fieldsResponse(operation: Operation, source: Source, dialect: Dialect): HttpResponse {
  const status = operation.intent === "create" ? Number(dialect.createStatus) : 200;
  const fields = "fields" in operation.response ? operation.response.fields : {};
  return jsonResponse(status, render(fields, source, dialect));
}

function deleteResponse(operation: Operation, values: RequestValues, dialect: Dialect): HttpResponse {
  const style = "notShown" in operation.response ? dialect.deleteClusterAnswer : "empty-object";
  if (style === "identifiers") return fieldsResponse(operations.UpdateCluster, values, dialect);
  return style === "empty-object" ? jsonResponse(200, {}) : { status: 204, headers: {}, body: "" };
}

function render(fields: Fields, source: Source, dialect: Dialect): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const property in fields) {
    const { wire, type } = fields[property]!;
    const value = source[property] ?? null;
    if (value !== null) body[wire] = type === "timestamp" ? timestamp(String(value), dialect) : value;
    else if (property === ("associatedCount" satisfies keyof SimulatedCluster)) continue;
    else if (dialect.absentDescription === "null") body[wire] = null;
    else if (dialect.absentDescription === "empty") body[wire] = "";
  }
  return body;
}

function timestamp(iso: string, { timestamps }: Dialect): string {
  if (timestamps === "seconds") return iso.replace(/\.\d+Z$/, "Z");
  return timestamps === "offset" ? iso.replace(/Z$/, "+00:00") : iso;
}

type Position = readonly [key: string | number, sequence: number];

/**
 * `objects` are in creation order. A token holds the position of the last item on its page, so that creates
 * and deletes between two pages do not skip or repeat other objects.
 */
function pageOf(
  list: string,
  objects: readonly SimulatedObject[],
  request: RequestValues,
  dialect: Dialect,
): { readonly items: readonly SimulatedObject[]; readonly nextToken: string | null } {
  const { workspaceId, nextToken } = request;
  const { key, descending } = orderOf(request, dialect);
  const positionOf = (object: SimulatedObject): Position => [object[key], object.sequence];
  const compare = (a: Position, b: Position) => comparePositions(a, b) * (descending ? -1 : 1);
  const binding = JSON.stringify([list, workspaceId, key, descending]);

  // The creation order needs no sorting, which would be slow for each page of a large list.
  const created = descending ? objects.toReversed() : objects;
  const sorted =
    key === "sequence" ? created : objects.toSorted((a, b) => compare(positionOf(a), positionOf(b)));

  const last = typeof nextToken === "string" ? readToken(nextToken, binding) : undefined;
  const left = last === undefined ? sorted : sorted.filter((object) => compare(positionOf(object), last) > 0);
  const items = left.slice(0, pageSize(request.maxItems, dialect));
  const isLast = items.length === left.length;
  return { items, nextToken: isLast ? null : writeToken(positionOf(items.at(-1)!), binding) };
}

function pageSize(maxItems: number | undefined, dialect: Dialect): number {
  if (maxItems !== undefined && maxItems < 1) {
    throw new ApiError("BadRequest", "The requested number of items must be at least 1.");
  }
  return Math.min(maxItems ?? dialect.pageSize, dialect.maximumPageSize);
}

function orderOf({ sortOrder }: RequestValues, { listOrder, sortOrder: sorts }: Dialect) {
  if (sortOrder === undefined || sorts === "ignored") {
    const key = listOrder === "name" || listOrder === "id" ? listOrder : "sequence";
    return { key, descending: listOrder === "created-descending" } as const;
  }
  const direction = sortOrder.toLowerCase();
  if (direction !== "asc" && direction !== "desc") {
    throw new ApiError("BadRequest", "The sort order must be asc or desc.");
  }
  return { key: sorts === "by-name" ? "name" : "sequence", descending: direction === "desc" } as const;
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
