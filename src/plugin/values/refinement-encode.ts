import { MAX_REFINEMENT_BYTES, RefinementKey } from "./msgpack-format";
import { MsgpackWriter } from "./msgpack-writer";
import type { Type } from "./types";
import type { NumberBound, Refinement, Unknown } from "./value";

/** Writes an unknown value with the refinements that its type allows. */
export function writeUnknown(writer: MsgpackWriter, type: Type, value: Unknown): void {
  writer.writeUnknown(value.refinement && refinementPayload(type, value.refinement));
}

/**
 * Returns the payload of a refined unknown; undefined to omit the refinement. Terraform rejects refinements
 * that do not fit the type or are too long.
 */
function refinementPayload(type: Type, refinement: Refinement): Uint8Array | undefined {
  const entries = writableEntries(type, refinement);
  if (entries.length === 0) return undefined;
  const writer = new MsgpackWriter();
  writer.writeMapHeader(entries.length);
  for (const [key, write] of entries) {
    writer.writeNumber(key);
    write(writer);
  }
  const payload = writer.toBytes();
  return payload.length <= MAX_REFINEMENT_BYTES ? payload : undefined;
}

type Entry = readonly [key: number, write: (writer: MsgpackWriter) => void];

function writableEntries(type: Type, refinement: Refinement): Entry[] {
  const { nullness, prefix, lower, upper, minLength, maxLength } = refinement;
  const entries: Entry[] = [];
  if (nullness !== undefined) {
    entries.push([RefinementKey.nullness, (writer) => writer.writeBool(nullness === "null")]);
  }
  switch (type.kind) {
    case "string":
      if (prefix !== undefined) {
        entries.push([RefinementKey.prefix, (writer) => writer.writeString(prefix)]);
      }
      break;
    case "number":
      if (lower !== undefined) entries.push([RefinementKey.lower, (writer) => writeBound(writer, lower)]);
      if (upper !== undefined) entries.push([RefinementKey.upper, (writer) => writeBound(writer, upper)]);
      break;
    case "list":
    case "set":
    case "map":
      if (minLength !== undefined) {
        entries.push([RefinementKey.minLength, (writer) => writer.writeNumber(minLength)]);
      }
      if (maxLength !== undefined) {
        entries.push([RefinementKey.maxLength, (writer) => writer.writeNumber(maxLength)]);
      }
      break;
    default:
  }
  return entries;
}

function writeBound(writer: MsgpackWriter, bound: NumberBound): void {
  writer.writeArrayHeader(2);
  writer.writeNumber(bound.value);
  writer.writeBool(bound.inclusive);
}
