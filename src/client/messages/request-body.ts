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
import type { Settings } from "../options";

/**
 * The JSON body of a call: the identity, then the operation's own fields under their wire names. An optional field that
 * is undefined is left out; null and "" are sent as they are.
 */
export function encodeRequest<N extends OperationName>(
  operation: N,
  identity: Settings["identity"],
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
