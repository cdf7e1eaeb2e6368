import { onceForEach } from "../../util/lists";
import { objectType, type Schema } from "../schema";
import type { CallContext } from "../transport/method";
import { decodeMsgpack, encodeMsgpack, type ObjectValue, type Type, type Value, ValueError } from "../values";
import {
  DiagnosticSeverity,
  type Diagnostic as WireDiagnostic,
  type DynamicValue,
  type Provider,
} from "../wire/generated/tfplugin6";
import type { Outgoing, Rpc } from "../wire/message";
import type { ResourceCall } from "./definitions";
import { type Diagnostic, DiagnosticError } from "./diagnostics";
import type { ProviderRuntime } from "./runtime";

/** A handler that does not wait returns no promise. */
export type Serve<Request, Response> = (
  runtime: ProviderRuntime,
  request: Request,
  context: CallContext,
) => Outgoing<Response> | Promise<Outgoing<Response>>;

export type Handler<Name extends keyof typeof Provider> =
  (typeof Provider)[Name] extends Rpc<infer Request, infer Response> ? Serve<Request, Response> : never;

/** A missing message means null. */
export function fromWire(type: Type, wire: DynamicValue | undefined): Value {
  return wire === undefined ? null : decodeMsgpack(type, wire.msgpack);
}

/** Throws a DiagnosticError if an attribute cannot be decoded, for example a number beyond 2^53. */
export function objectFromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  try {
    return fromWire(objectType(schema), wire) as ObjectValue | null;
  } catch (error) {
    if (!(error instanceof ValueError) || error.attribute === undefined) throw error;
    const { attribute, message } = error;
    throw DiagnosticError.of(
      `The provider cannot use the value of ${attribute}`,
      `${message}. Correct the value of ${attribute}.`,
      attribute,
    );
  }
}

export function stateFromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  const isShort = wire !== undefined && wire.msgpack.length <= MAX_BYTES;
  return (isShort ? statesOf(schema).get(keyOf(wire.msgpack)) : undefined) ?? objectFromWire(schema, wire);
}

export function toWire(type: Type, value: Value): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(type, value) };
}

export function objectToWire(schema: Schema, value: ObjectValue | null): { readonly msgpack: Uint8Array } {
  return toWire(objectType(schema), value);
}

export function areSameBytes(a: DynamicValue | undefined, b: DynamicValue | undefined): boolean {
  if (a === undefined || b === undefined || a.msgpack.length === 0) return false;
  return Buffer.compare(a.msgpack, b.msgpack) === 0;
}

export async function serveResource<T>(call: ResourceCall, operation: string, run: () => Promise<T>) {
  const { diagnostics } = call;
  const result = await diagnostics.attempt(operation, run);
  return { result, memory: call.private.encode(), diagnostics: diagnosticsToWire(diagnostics.all) };
}

export function diagnosticsToWire(diagnostics: readonly Diagnostic[]): Outgoing<WireDiagnostic>[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === "error" ? DiagnosticSeverity.ERROR : DiagnosticSeverity.WARNING,
    summary,
    detail,
    attribute: attribute === undefined ? undefined : { steps: [{ attributeName: attribute }] },
  }));
}

const MAX_STATES = 128;
const MAX_BYTES = 16 * 1024;

const statesOf: (schema: Schema) => Map<string, ObjectValue> = onceForEach(() => new Map());

/**
 * Caches the state of an UpgradeResourceState response. If there is no drift, Terraform sends the same bytes
 * for the read, the plan and the apply (docs/design/speed.md).
 */
export function cacheUpgraded(schema: Schema, bytes: Uint8Array, state: ObjectValue): void {
  if (bytes.length > MAX_BYTES) return;
  const states = statesOf(schema);
  states.set(keyOf(bytes), state);
  if (states.size > MAX_STATES) {
    const [oldest] = states.keys();
    states.delete(oldest!);
  }
}

function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
