import { fc } from "../../fast-check";
import protobuf from "protobufjs";
import { join } from "node:path";
import * as generated from "../../../src/sdk/wire/generated/tfplugin6";
import type { MessageType } from "../../../src/sdk/wire/message";

/** The same .proto as protobufjs reads it: the independent codec. */
export const reference = new protobuf.Root();
reference.loadSync(join(__dirname, "../../../src/sdk/wire/tfplugin6.proto"));
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
  for (const field of type.fieldsArray) {
    if (depth > 2 && field.resolvedType instanceof protobuf.Type) continue;
    fields[field.name] = occurrences(field, depth);
  }
  return fc.record(fields, { requiredKeys: [] });
}

function occurrences(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  const one = values(field, depth);
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
      return fc.oneof(fc.nat({ max: 2 ** 31 - 1 }), fc.nat(300));
    default:
      throw new Error(`no values of the type ${field.type}`);
  }
}
