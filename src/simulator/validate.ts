import {
  type Fields,
  identityFields,
  isOfType,
  type Operation,
  operations,
  requestFields,
  typeInWords,
} from "../api";
import type { Dialect } from "./dialect";
import { ApiError } from "./errors";
import { InvalidInput } from "./invalid-input";
import { DEEPEST, isJsonType, isObject } from "./json";

/** The values of a valid request by property name: those that the operation's row of the contract lists, and no others. */
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

/** Identity values that may call, and the bearer token that goes with them where the dialect checks one. */
export interface Credentials {
  readonly userId: string;
  readonly workspaceId: string;
  readonly token?: string;
}

const credentialFields: readonly string[] = [
  "userId",
  "workspaceId",
  "token",
] satisfies (keyof Credentials)[];

/**
 * Checks what a test names as the right credentials, which JavaScript does not. Values are never quoted.
 * @throws InvalidInput
 */
export function parseCredentials(input: unknown): readonly Credentials[] {
  if (Array.isArray(input) && input.every(isCredentials)) return input;
  throw new InvalidInput(
    "credentials takes a list of objects with a userId, a workspaceId and, where one is checked, a token: texts that are not empty.",
  );
}

function isCredentials(value: unknown): value is Credentials {
  if (!isObject(value) || Object.keys(value).some((name) => !credentialFields.includes(name))) return false;
  const isText = (text: unknown) => typeof text === "string" && text !== "";
  return (
    isText(value["userId"]) &&
    isText(value["workspaceId"]) &&
    (value["token"] === undefined || isText(value["token"]))
  );
}

export interface ReceivedCall {
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
  /** Undefined where the body is not JSON in UTF-8 or is nested too deep. */
  readonly body: unknown;
}

/**
 * Checks a call against the contract and the accepted credentials.
 * @throws ApiError, in this order: media type, JSON, identity fields, credentials, then the operation's fields.
 */
export function validateCall(
  operation: Operation,
  call: ReceivedCall,
  dialect: Dialect,
  credentials: readonly Credentials[] | undefined,
): RequestValues {
  if (!isJsonType(call.contentType)) {
    throw new ApiError("UnsupportedMediaType", "The Content-Type header must be application/json.");
  }
  const { body } = call;
  if (!isObject(body)) {
    throw new ApiError(
      "BadRequest",
      `The body must be a JSON object in UTF-8, nested at most ${DEEPEST} deep.`,
    );
  }

  const values: Record<string, unknown> = {};
  readFields(body, identityFields, true, values);
  authorize(values as unknown as Credentials, call.authorization, dialect, credentials);
  if (dialect.unknownFields === "rejected") rejectUnknown(body, operation);
  readFields(body, operation.required, true, values);
  readFields(body, operation.optional, false, values);
  // Sound because the contract's rows were just checked field by field; see RequestValues.
  return values as unknown as RequestValues;
}

/** Checks fields of a body and puts those that are there into `values`. */
function readFields(
  body: Record<string, unknown>,
  fields: Fields,
  required: boolean,
  values: Record<string, unknown>,
): void {
  for (const property in fields) {
    const field = fields[property]!;
    const value = Object.hasOwn(body, field.wire) ? body[field.wire] : undefined;
    if (value === undefined) {
      if (required) throw new ApiError("BadRequest", `${field.wire} is required.`);
    } else if (isOfType(field, value) || (value === null && !required && field.nullable)) {
      values[property] = value;
    } else {
      throw new ApiError("BadRequest", `${field.wire} must be ${typeInWords(field)}.`);
    }
  }
}

const wireNames = new Map<Operation, ReadonlySet<string>>(
  Object.values(operations).map((operation: Operation) => {
    return [operation, new Set(Object.values(requestFields(operation)).map(({ wire }) => wire))];
  }),
);

function rejectUnknown(body: Record<string, unknown>, operation: Operation): void {
  const known = wireNames.get(operation)!;
  const unknown = Object.keys(body).filter((key) => !known.has(key));
  if (unknown.length > 0) {
    throw new ApiError(
      "BadRequest",
      `The operation does not take ${unknown.map((key) => JSON.stringify(key)).join(", ")}. It takes ${[...known].join(", ")}.`,
    );
  }
}

/** Without configured credentials any user that names itself and a workspace may call: each workspace is a world of its own. */
function authorize(
  { userId, workspaceId }: Credentials,
  authorization: string | undefined,
  dialect: Dialect,
  credentials: readonly Credentials[] | undefined,
): void {
  const refused = () => new ApiError("Unauthorized", "The identity values or the token are not accepted.");
  if (userId === "" || workspaceId === "") throw refused();
  const owner = credentials?.find((known) => known.userId === userId && known.workspaceId === workspaceId);
  if (credentials !== undefined && owner === undefined) throw refused();
  if (dialect.authorization === "ignored") return;
  const token = bearerToken(authorization);
  if (token === undefined || (owner?.token !== undefined && owner.token !== token)) throw refused();
}

/** The token of an Authorization header of the bearer scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
}
