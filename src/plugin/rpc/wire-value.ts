import type { Diagnostic, ResourceCall } from "../framework";
import { objectType, type Schema } from "../schema";
import { decodeJson, decodeMsgpack, encodeMsgpack, type ObjectValue, type Type, type Value } from "../values";
import {
  DiagnosticSeverity,
  type Diagnostic as WireDiagnostic,
  type DynamicValue,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { cachedUpgrade } from "./upgraded-states";

/** Decodes a value that Terraform sends as msgpack or JSON. Returns null when the message has neither. */
export function fromWire(type: Type, wire: DynamicValue | undefined): Value {
  if (wire === undefined) return null;
  if (wire.msgpack.length > 0) return decodeMsgpack(type, wire.msgpack);
  return wire.json.length > 0 ? decodeJson(type, wire.json, true) : null;
}

/** Decodes a configuration or a state. Returns null when the message contains no value. */
export function objectFromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  return fromWire(objectType(schema), wire) as ObjectValue | null;
}

/** Decodes the state of a resource, or takes it from the cache of upgraded states. */
export function stateFromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  return (wire && cachedUpgrade(schema, wire.msgpack)) ?? objectFromWire(schema, wire);
}

/** Encodes a configuration or a state, as msgpack. */
export function objectToWire(schema: Schema, value: ObjectValue | null): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(objectType(schema), value) };
}

/** Encodes a value that was read, with numbers as decimal text (docs/design/protocol-sdk.md). */
export function foundToWire(type: Type, value: Value): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(type, value, "text") };
}

/** Reports whether two values have the same bytes, which is the case when nothing changes. */
export function areSameBytes(a: DynamicValue | undefined, b: DynamicValue | undefined): boolean {
  if (a === undefined || b === undefined || a.msgpack.length === 0) return false;
  return Buffer.compare(a.msgpack, b.msgpack) === 0;
}

/**
 * Encodes the private state after the hooks of a call. If encoding fails, adds an error to the call and
 * returns the received bytes, so that the state of the object is still saved.
 */
export function privateToWire(call: ResourceCall, operation: string, received: Uint8Array): Uint8Array {
  return call.diagnostics.attemptSync(operation, () => call.private.encode()) ?? received;
}

export function diagnosticsToWire(diagnostics: readonly Diagnostic[]): Outgoing<WireDiagnostic>[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === "error" ? DiagnosticSeverity.ERROR : DiagnosticSeverity.WARNING,
    summary,
    detail,
    attribute: attribute === undefined ? undefined : { steps: [{ attributeName: attribute }] },
  }));
}
