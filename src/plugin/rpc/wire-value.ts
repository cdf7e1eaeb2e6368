import { objectType, type Schema } from "../schema";
import {
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  mayHoldNumber,
  type ObjectValue,
  type Type,
  type Value,
} from "../values";
import type { DynamicValue } from "../wire/generated/tfplugin6";
import { findUpgraded } from "./upgraded-states";

/** A value from the wire. Terraform may send msgpack or JSON; neither means null (section 3, "DynamicValue"). */
export function fromWire(type: Type, wire: DynamicValue | undefined): Value {
  if (wire === undefined) return null;
  if (wire.msgpack.length > 0) return decodeMsgpack(type, wire.msgpack);
  return wire.json.length > 0 ? decodeJson(type, wire.json) : null;
}

export function objectFromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  return fromWire(objectType(schema), wire) as ObjectValue | null;
}

/** The state of a resource: the one that Terraform was given a moment ago, where it sends the same bytes. */
export function stateFromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  return (wire && findUpgraded(schema, wire.msgpack)) ?? objectFromWire(schema, wire);
}

/** A configuration, decoded when it is first asked for: most calls need nothing of it, and a delete has none. */
export function configFromWire(schema: Schema, wire: DynamicValue | undefined): () => ObjectValue {
  let config: ObjectValue | undefined;
  return () => (config ??= objectFromWire(schema, wire)!);
}

/** A value for the wire: always msgpack. */
export function objectToWire(schema: Schema, value: ObjectValue | null): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(objectType(schema), value) };
}

/**
 * The same for what is found out anew in every plan. Terraform takes a number that came as a msgpack integer for another one
 * than the same number of its state file, in one place: `plan -refresh-only -detailed-exitcode` then ends with 2 where
 * nothing has changed, be it in a resource or in an output. Decimal text is read as the state file is.
 */
export function foundToWire(type: Type, value: Value): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(type, value, "text") };
}

/** The same for a resource that was read, unless it is the very `known`, of which Terraform sent `bytes`. */
export function readToWire(
  schema: Schema,
  found: ObjectValue | null,
  known: ObjectValue | null,
  bytes: DynamicValue | undefined,
): { readonly msgpack: Uint8Array } | undefined {
  const type = objectType(schema);
  return found === known && !mayHoldNumber(type) ? bytes : foundToWire(type, found);
}

/** Whether two values are the same bytes, as they are where nothing changes: then neither needs to be decoded. */
export function areSameBytes(a: DynamicValue | undefined, b: DynamicValue | undefined): boolean {
  if (a === undefined || b === undefined || a.msgpack.length === 0) return false;
  return Buffer.compare(a.msgpack, b.msgpack) === 0;
}
