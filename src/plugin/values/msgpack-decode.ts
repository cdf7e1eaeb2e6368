import { Code, isExtension, REFINED_UNKNOWN } from "./msgpack-format";
import { MsgpackReader } from "./msgpack-reader";
import { encodeKey } from "./msgpack-writer";
import { attributeNamed, objectShape } from "./objects";
import { onceForEach } from "../../shared/once-for-each";
import { inside, ValueError } from "./path";
import { attributesOf, type Type } from "./types";
import { Unknown, unknown, type Value } from "./value";

type Decoder = (reader: MsgpackReader) => Value;

/**
 * Decodes Terraform's msgpack. Throws ValueError with the path for a value of another type. The result shares
 * no memory with the bytes. The caller handles an empty message, which means null.
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = decoderFor(type)(reader);
  if (!reader.isAtEnd()) throw new ValueError("there are bytes after the end of the encoded value");
  return value;
}

/** Decoders are cached: a run decodes thousands of values of a few types. */
const decoderFor: (type: Type) => Decoder = onceForEach((type) => {
  const present = presentDecoder(type);
  return (reader) => {
    const code = reader.peek();
    if (code === Code.nil) {
      reader.skipByte();
      return null;
    }
    return isExtension(code) ? readUnknown(reader) : present(reader);
  };
});

/** Reads an unknown value, which is an extension with any code (Terraform's object wire format). */
function readUnknown(reader: MsgpackReader): Unknown {
  const { code, payload } = reader.readExtension();
  return code === REFINED_UNKNOWN ? new Unknown(Uint8Array.from(payload)) : unknown;
}

/** Returns the decoder of values that are neither null nor unknown. */
function presentDecoder(type: Type): Decoder {
  switch (type.kind) {
    case "string":
      return (reader) => reader.readString();
    case "number":
      return (reader) => reader.readNumber();
    case "bool":
      return (reader) => reader.readBool();
    case "list":
      return listDecoder(type.element);
    case "object":
      return objectDecoder(type);
  }
}

function listDecoder(element: Type): Decoder {
  const decode = decoderFor(element);
  return (reader) => {
    const length = reader.readArrayLength();
    const elements: Value[] = [];
    try {
      while (elements.length < length) elements.push(decode(reader));
    } catch (error) {
      throw inside(elements.length, error);
    }
    return elements;
  };
}

/**
 * Returns the decoder of an object type. Terraform writes attributes in the byte order of their names, so a
 * key is decoded and looked up only if its bytes are not the expected ones.
 */
function objectDecoder(type: Type & { readonly kind: "object" }): Decoder {
  const attributes = attributesOf(type).map((attribute) => ({
    name: attribute.name,
    key: encodeKey(attribute.name),
    decode: decoderFor(attribute.type),
  }));
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const Shape = objectShape();
  return (reader) => {
    const length = reader.readMapLength();
    if (length !== attributes.length) {
      throw new ValueError(`an object with ${attributes.length} attributes is required, found ${length}`);
    }
    const object = new Shape();
    let isInOrder = true;
    for (let place = 0; place < length; place += 1) {
      let attribute = attributes[place]!;
      if (!reader.skipIf(attribute.key)) {
        attribute = attributeNamed(reader.readString(), byName);
        isInOrder = false;
      }
      const { name } = attribute;
      try {
        if (!isInOrder && name in object) throw new ValueError("this attribute occurs twice");
        object[name] = attribute.decode(reader);
      } catch (error) {
        throw inside(name, error);
      }
    }
    return object;
  };
}
