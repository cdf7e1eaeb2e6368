import { Code, isExtension } from "./msgpack-format";
import { MsgpackReader } from "./msgpack-reader";
import { encodeKey } from "./msgpack-writer";
import { attributeNamed, objectShape } from "./objects";
import { ValueError } from "./path";
import { readUnknown } from "./refinement-decode";
import { withoutDuplicates } from "./sets";
import { attributesOf, type Type } from "./types";
import type { Value } from "./value";

type Decoder = (reader: MsgpackReader) => Value;

const decoders = new WeakMap<Type, Decoder>();

/**
 * Decodes a value from Terraform's msgpack. Throws ValueError with the path for bytes that are not a value of
 * exactly that type. The result shares no memory with the bytes. The caller handles an empty message, which
 * means null.
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  try {
    const value = decoderFor(type)(reader);
    if (!reader.isAtEnd()) throw new ValueError("there are bytes after the end of the encoded value");
    return value;
  } catch (error) {
    throw reader.withPath(error);
  }
}

/** Decoders are cached: a run decodes thousands of values of a few types. */
function decoderFor(type: Type): Decoder {
  let decoder = decoders.get(type);
  if (decoder === undefined) {
    decoder = nullable(type, presentDecoder(type));
    decoders.set(type, decoder);
  }
  return decoder;
}

function nullable(type: Type, present: Decoder): Decoder {
  return (reader) => {
    const code = reader.peek();
    if (code === Code.nil) {
      reader.skipByte();
      return null;
    }
    return isExtension(code) ? readUnknown(reader, type) : present(reader);
  };
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
      return listDecoder(type.element, "a list");
    case "set": {
      const decode = listDecoder(type.element, "a set");
      return (reader) => withoutDuplicates(type.element, decode(reader));
    }
    case "map":
      return mapDecoder(type.element);
    case "object":
      return objectDecoder(type);
  }
}

function listDecoder(element: Type, wanted: string): (reader: MsgpackReader) => readonly Value[] {
  const decode = decoderFor(element);
  return (reader) => {
    const length = reader.readArrayLength(wanted);
    const elements: Value[] = [];
    try {
      while (elements.length < length) elements.push(decode(reader));
    } catch (error) {
      throw reader.withStep({ kind: "index", index: elements.length }, error);
    }
    return elements;
  };
}

function mapDecoder(element: Type): Decoder {
  const decode = decoderFor(element);
  return (reader) => {
    const map = new Map<string, Value>();
    const length = reader.readMapLength("a map");
    for (let count = 0; count < length; count += 1) {
      const key = reader.readKey();
      try {
        if (map.has(key)) throw new ValueError("this key of a map occurs twice");
        map.set(key, decode(reader));
      } catch (error) {
        throw reader.withStep({ kind: "key", key }, error);
      }
    }
    return map;
  };
}

/**
 * Terraform writes attributes in the byte order of their names, so each key is first compared with the
 * expected bytes; only a key out of order is decoded and looked up.
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
    const length = reader.readMapLength("an object");
    if (length !== attributes.length) {
      throw new ValueError(`an object with ${attributes.length} attributes is required, found ${length}`);
    }
    const object = new Shape();
    let isInOrder = true;
    for (let place = 0; place < length; place += 1) {
      let attribute = attributes[place]!;
      if (!reader.skipIf(attribute.key)) {
        attribute = attributeNamed(reader.readKey(), byName);
        isInOrder = false;
      }
      const { name } = attribute;
      try {
        if (!isInOrder && name in object) throw new ValueError("this attribute occurs twice");
        object[name] = attribute.decode(reader);
      } catch (error) {
        throw reader.withStep({ kind: "attribute", name }, error);
      }
    }
    return object;
  };
}
