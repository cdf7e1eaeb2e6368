import { type Fields, identityFields, isOfType, type Operation, requestFields, typeInWords } from "../api";
import type { Dialect } from "./dialect";
import { ApiError, DEEPEST, isJsonType } from "./http";
import { isObject, type JsonObject } from "../util/json";

/** Users import these types, so they use no type of Node. */
export interface ReceivedHeaders {
  readonly "content-type"?: string | undefined;
  readonly "user-agent"?: string | undefined;
  readonly authorization?: string | undefined;
}

export interface RequestValues {
  readonly [property: string]: unknown;
  readonly userId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly description?: string | null | undefined;
  readonly maxItems?: number;
  readonly nextToken?: string | null;
  readonly sortOrder?: string;
}

/** If the dialect requires a token, a call with these credentials must send this token. */
export interface Credentials {
  readonly userId: string;
  readonly workspaceId: string;
  readonly token?: string;
}

type Rules = { readonly dialect: Dialect; readonly credentials: readonly Credentials[] | undefined };

/** @throws ApiError for the first invalid part */
export function validateCall(
  operation: Operation,
  { headers, body }: { readonly headers: ReceivedHeaders; readonly body: unknown },
  rules: Rules,
): RequestValues {
  if (!isJsonType(headers["content-type"]))
    throw new ApiError("UnsupportedMediaType", "The Content-Type header must be application/json.");
  if (!isObject(body))
    throw badRequest(`The body must be a JSON object in UTF-8, nested at most ${DEEPEST} deep.`);
  const identity = readFields(body, identityFields, true);
  authorize(identity as unknown as Credentials, headers.authorization, rules);
  if (rules.dialect.unknownFields === "rejected") rejectUnknown(body, operation);
  return {
    ...identity,
    ...readFields(body, operation.required, true),
    ...readFields(body, operation.optional, false),
  } as unknown as RequestValues;
}

function readFields(body: JsonObject, fields: Fields, required: boolean): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const property in fields) {
    const field = fields[property]!;
    const value = Object.hasOwn(body, field.wire) ? body[field.wire] : undefined;
    if (value === undefined && !required) continue;
    if (value === undefined) throw badRequest(`${field.wire} is required.`);
    if (!isOfType(field, value) && (value !== null || required || field.nullable !== true))
      throw badRequest(`${field.wire} must be ${typeInWords(field)}.`);
    values[property] = value;
  }
  return values;
}

function rejectUnknown(body: JsonObject, operation: Operation): void {
  const known = Object.values(requestFields(operation)).map(({ wire }) => wire);
  const unknown = Object.keys(body).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  const names = unknown.map((key) => JSON.stringify(key)).join(", ");
  throw badRequest(`The operation does not take ${names}. It takes ${known.join(", ")}.`);
}

function badRequest(message: string): ApiError {
  return new ApiError("BadRequest", message);
}

function authorize(
  { userId, workspaceId }: Credentials,
  authorization: string | undefined,
  { dialect, credentials }: Rules,
): void {
  const refused = () => new ApiError("Unauthorized", "The user id, workspace id or token is not accepted.");
  if (userId === "" || workspaceId === "") throw refused();
  const owner = credentials?.find((known) => known.userId === userId && known.workspaceId === workspaceId);
  if (credentials !== undefined && owner === undefined) throw refused();
  if (dialect.authorization === "ignored") return;
  const token = bearerToken(authorization);
  if (token === undefined || (owner?.token !== undefined && owner.token !== token)) throw refused();
}

export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
}
