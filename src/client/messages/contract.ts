import {
  identityFields,
  isOfType,
  isTimestamp,
  operations,
  pagingFields,
  typeInWords,
  type Doubt,
  type Field,
  type Fields,
  type OperationName,
  type RequestOf,
  type ResponseShape,
} from "../../api";
import { isObject, type JsonObject } from "../../util/json";

export interface Identity {
  readonly userId: string;
  readonly workspaceId: string;
}

/** Undefined fields are omitted; null and "" are sent. */
export function encodeRequest<N extends OperationName>(
  operation: N,
  identity: Identity,
  request: RequestOf<N>,
): string {
  const { required, optional }: { required: Fields; optional: Fields } = operations[operation];
  const values = request as Readonly<Record<string, unknown>>;
  const body: Record<string, unknown> = {};
  body[identityFields.userId.wire] = identity.userId;
  body[identityFields.workspaceId.wire] = identity.workspaceId;
  for (const [name, field] of Object.entries({ ...required, ...optional })) body[field.wire] = values[name];
  return JSON.stringify(body);
}

type Checked = { readonly value: unknown } | { readonly problem: string };

/** A list that is null or absent counts as empty and gets a `doubt`, unless another field may be the list. */
export function checkResponse(shape: ResponseShape, json: unknown): Checked {
  if ("notShown" in shape) return { value: {} };
  if (!isObject(json)) return { problem: `the response is ${nameOf(json)}, not an object` };
  return "list" in shape ? checkPage(shape, json) : checkObject(shape.fields, json, "");
}

export function promisedNames(shape: ResponseShape): readonly string[] {
  if ("notShown" in shape) return [];
  return "list" in shape ? [shape.list] : Object.values(shape.fields).map(({ wire }) => wire);
}

function checkPage(shape: { list: string; item: Fields }, json: JsonObject): Checked {
  const found = json[shape.list];
  const noArray = `the field ${shape.list} ${wrongType(found, "an array")}`;
  const holdsMore = Object.values(json).some((value) => typeof value === "object" && value !== null);
  const isLeftOut = (found ?? null) === null && !holdsMore;
  const list: unknown = isLeftOut ? [] : found;
  if (!Array.isArray(list)) return { problem: noArray };
  const items: unknown[] = [];
  for (const [index, entry] of (list as unknown[]).entries()) {
    const path = `${shape.list}[${index}]`;
    if (!isObject(entry)) return { problem: `${path} ${wrongType(entry, "an object")}` };
    const checked = checkObject(shape.item, entry, `${path}.`);
    if ("problem" in checked) return checked;
    items.push(checked.value);
  }
  const { nextToken } = pagingFields;
  const checked = checkObject({ nextToken }, json, "");
  if ("problem" in checked) return checked;
  const doubt: Doubt = { reason: noArray, isPartial: false };
  // An empty token ends the list, because a request with it would return the first page again.
  const token = (checked.value as { nextToken: string | null }).nextToken || null;
  return { value: { items, nextToken: token, ...(isLeftOut && { doubt }) } };
}

function checkObject(fields: Fields, json: JsonObject, prefix: string): Checked {
  const values: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name]!;
    const value = valueOf(field, json);
    const problem = problemOf(field, value) ?? (name === "id" ? problemOfId(value as string) : undefined);
    if (problem !== undefined) return { problem: `the field ${prefix}${field.wire} ${problem}` };
    values[name] = value;
  }
  return { value: values };
}

/** Control characters. V8 would build a table for `\p{Cc}` in every process. */
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

/** Rejects ids that Terraform cannot keep or cannot print safely (docs/design/client.md, "Ids pass"). */
function problemOfId(id: string): string | undefined {
  if (id === "") return "is empty";
  if (CONTROL.test(id)) return "has a control character, which would reach terminals and logs";
  return id.normalize("NFC") === id ? undefined : "is not in Unicode normal form C";
}

/** Returns null for an absent nullable field, and for an invalid timestamp (docs/design/secrets.md). */
function valueOf({ wire, type, nullable }: Field, json: JsonObject): unknown {
  const value: unknown = json[wire];
  if (nullable !== true) return value;
  const isNoTime = type === "timestamp" && typeof value === "string" && !isTimestamp(value);
  return value === undefined || isNoTime ? null : value;
}

function problemOf(field: Field, value: unknown): string | undefined {
  if (value === null && field.nullable === true) return undefined;
  if (!isOfType(field, value)) return wrongType(value, typeInWords(field));
  // A lone surrogate has no UTF-8 form, so Terraform cannot store it.
  return typeof value !== "string" || value.isWellFormed() ? undefined : "is not valid Unicode text";
}

function wrongType(value: unknown, wanted: string): string {
  return value === undefined ? "is missing" : `is ${nameOf(value)}, not ${wanted}`;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object";
  return `a ${typeof value}`;
}
