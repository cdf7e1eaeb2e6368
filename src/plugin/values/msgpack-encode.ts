import {
  type Given,
  requireBool,
  requireElements,
  requireNumber,
  requireObject,
  requireString,
} from "./guards";
import { encodeKey, MsgpackWriter, type NumberForm } from "./msgpack-writer";
import { attributeValue, rejectOtherAttributes } from "./objects";
import { onceForEach } from "../../shared/once-for-each";
import { inside } from "./path";
import { attributesOf, type Type } from "./types";
import { Unknown, type Value } from "./value";

type Encoder = (writer: MsgpackWriter, value: Given) => void;

/** A buffer larger than this is not reused, so that one large value does not occupy memory permanently. */
const MAX_KEPT_BYTES = 1024 * 1024;

let spareBuffer: Buffer | undefined;

/** Encodes a value as Terraform's msgpack. Throws ValueError with the path for a value of another type. */
export function encodeMsgpack(type: Type, value: Value, numbers: NumberForm = "short"): Uint8Array {
  const writer = new MsgpackWriter(spareBuffer, numbers);
  // Until the end, no other call may use this buffer: a getter in the value may encode another value.
  spareBuffer = undefined;
  try {
    encoderFor(type)(writer, value);
    return writer.toBytes();
  } finally {
    const buffer = writer.release();
    spareBuffer = buffer.length <= MAX_KEPT_BYTES ? buffer : undefined;
  }
}

/** Encoders are cached: a run encodes thousands of values of a few types. */
const encoderFor: (type: Type) => Encoder = onceForEach((type) => {
  const present = presentEncoder(type);
  return (writer, value) => {
    if (value === null) {
      writer.writeNil();
    } else if (value instanceof Unknown) {
      writer.writeUnknown(value.refinement);
    } else {
      present(writer, value);
    }
  };
});

/** Returns the encoder of values that are neither null nor unknown. */
function presentEncoder(type: Type): Encoder {
  switch (type.kind) {
    case "string":
      return (writer, value) => writer.writeString(requireString(value));
    case "number":
      return (writer, value) => writer.writeNumber(requireNumber(value));
    case "bool":
      return (writer, value) => writer.writeBool(requireBool(value));
    case "list":
      return listEncoder(type.element);
    case "object":
      return objectEncoder(type);
  }
}

function listEncoder(element: Type): Encoder {
  const encode = encoderFor(element);
  return (writer, value) => {
    const elements = requireElements(value);
    writer.writeArrayHeader(elements.length);
    let index = 0;
    try {
      for (; index < elements.length; index += 1) encode(writer, elements[index]);
    } catch (error) {
      throw inside(index, error);
    }
  };
}

function objectEncoder(type: Type & { readonly kind: "object" }): Encoder {
  const attributes = attributesOf(type).map((attribute) => ({
    name: attribute.name,
    key: encodeKey(attribute.name),
    encode: encoderFor(attribute.type),
  }));
  return (writer, value) => {
    const object = requireObject(value);
    writer.writeMapHeader(attributes.length);
    // This is an index loop, because an iterator would take as long as encoding the attribute.
    for (let place = 0; place < attributes.length; place += 1) {
      const { name, key, encode } = attributes[place]!;
      try {
        writer.writeEncoded(key);
        encode(writer, attributeValue(object, name));
      } catch (error) {
        throw inside(name, error);
      }
    }
    rejectOtherAttributes(object, attributes);
  };
}
