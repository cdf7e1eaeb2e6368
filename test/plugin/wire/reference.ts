import fc from "fast-check";
import protobuf from "protobufjs";
import { join } from "node:path";
import * as generated from "../../../src/plugin/wire/generated/tfplugin6";
import type { MessageType } from "../../../src/plugin/wire/protobuf";

/** The same .proto as protobufjs reads it: the independent codec. */
export const reference = new protobuf.Root();
reference.loadSync(join(__dirname, "../../../src/plugin/wire/tfplugin6.proto"));
reference.resolveAll();

/** A message in our shape, of a type that is only known at run time. */
type AnyMessage = Record<string, unknown>;

export interface Pair {
  readonly ours: MessageType<object>;
  readonly theirs: protobuf.Type;
}

/** Every message of the protocol, in both codecs. */
export const pairs: readonly Pair[] = Object.values(generated)
  .filter((value): value is MessageType<object> => "layout" in value)
  .map((ours) => ({ ours, theirs: reference.lookupType(ours.name) }));

/** Messages of a type, in our shape, with every field set or not. */
export function messages(type: protobuf.Type, depth = 0): fc.Arbitrary<AnyMessage> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  const oneofs = new Set<string>();
  for (const field of type.fieldsArray) {
    if (depth > 2 && field.resolvedType instanceof protobuf.Type) continue;
    const oneof = field.partOf;
    if (oneof !== null && oneof.oneof.length > 1) {
      // One member of a oneof is enough: two in one message are not a value that both codecs can hold.
      if (oneofs.has(oneof.name)) continue;
      oneofs.add(oneof.name);
      fields[oneof.name] = fc
        .constantFrom(...oneof.fieldsArray)
        .chain((member) => occurrences(member, depth).map((value) => [member.name, value]));
    } else {
      fields[field.name] = occurrences(field, depth);
    }
  }
  return fc.record(fields, { requiredKeys: [] }).map((record) => {
    const entries = Object.entries(record).map(([name, value]) => (oneofs.has(name) ? value : [name, value]));
    return Object.fromEntries(entries as [string, unknown][]);
  });
}

function occurrences(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  const one = values(field, depth);
  if (field.map) {
    const keys = fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "a.b"));
    return fc.array(fc.tuple(keys, one), { maxLength: 3 }).map((entries) => new Map(entries));
  }
  return field.repeated ? fc.array(one, { maxLength: 3 }) : one;
}

function values(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  if (field.resolvedType instanceof protobuf.Type) return messages(field.resolvedType, depth + 1);
  if (field.resolvedType instanceof protobuf.Enum) {
    return fc.constantFrom(...Object.values(field.resolvedType.values));
  }
  switch (field.type) {
    case "string":
      return fc.string({ unit: "grapheme", maxLength: 300 });
    case "bytes":
      return fc.uint8Array({ maxLength: 300 });
    case "bool":
      return fc.boolean();
    case "int64":
      return fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -300, max: 300 }));
    default:
      return fc.integer();
  }
}

/** Our shape turned into the one protobufjs takes: maps become objects. */
export function forReference(value: unknown): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [key, forReference(item)]));
  }
  if (Array.isArray(value)) return value.map(forReference);
  if (value instanceof Uint8Array || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, forReference(item)]));
}
