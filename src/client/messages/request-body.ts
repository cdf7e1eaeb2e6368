import {
  identityFields,
  isOfType,
  operations,
  typeInWords,
  type Field,
  type Fields,
  type OperationName,
  type RequestOf,
} from "../../api";
import { OutreachError } from "../errors/outreach-error";

/** The identity fields of every body (outreach-api.md, section 5). */
export interface Identity {
  readonly userId: string;
  readonly workspaceId: string;
}

/**
 * Returns the JSON body of a call. Undefined optional fields are omitted; null and "" are sent.
 * @throws OutreachError `OUTREACH_INVALID_REQUEST` for a value of the wrong type
 */
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
  for (const name in required) {
    const field = required[name]!;
    body[field.wire] = checked(operation, field, values[name]);
  }
  for (const name in optional) {
    const field = optional[name]!;
    if (values[name] !== undefined) body[field.wire] = checked(operation, field, values[name]);
  }
  return JSON.stringify(body);
}

function checked(operation: OperationName, field: Field, value: unknown): unknown {
  const matches = (value === null && field.nullable === true) || isOfType(field, value);
  if (!matches) {
    throw new OutreachError({
      code: "OUTREACH_INVALID_REQUEST",
      message: `${operation}: the request field ${field.wire} must be ${typeInWords(field)}.`,
      operation,
    });
  }
  return value;
}
