import { isUtf8 } from "node:buffer";
import { plainDecoder } from "./json-plain";
import { JsonReader } from "./json-reader";
import { parseNumber } from "./number";
import { attributeNamed, objectShape } from "./objects";
import { ValueError } from "./path";
import { withoutDuplicates } from "./sets";
import { attributesOf, type Type } from "./types";
import type { Value } from "./value";

/** Tolerance for a state that another version of a schema wrote. */
interface JsonOptions {
  /** Ignores attributes that the type does not have. @default they are errors */
  readonly ignoreUnknownAttributes?: boolean;
  /** Reads a missing attribute as null. @default it is an error */
  readonly missingAsNull?: boolean;
}

type Decoder = (reader: JsonReader, options: JsonOptions) => Value;

const decoders = new WeakMap<Type, Decoder>();

/**
 * Decodes a value from the JSON of Terraform's state, where sets are arrays. Like Terraform, it converts
 * between primitive types (`"1"` to a number, `1` to a string). Throws ValueError with the path for invalid
 * JSON and for a value of another type.
 */
export function decodeJson(type: Type, encoded: Uint8Array | string, options: JsonOptions = {}): Value {
  const text = typeof encoded === "string" ? encoded : decodeUtf8(encoded);
  const plain = plainDecoderFor(type)?.(text);
  if (plain !== undefined) return plain;
  const reader = new JsonReader(text);
  try {
    const value = decoderFor(type)(reader, options);
    reader.finish();
    return value;
  } catch (error) {
    throw reader.withPath(error);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ValueError("the JSON is not valid UTF-8");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

const plainDecoders = new WeakMap<Type, ReturnType<typeof plainDecoder>>();

function plainDecoderFor(type: Type): ReturnType<typeof plainDecoder> {
  if (type.kind === "object" && !plainDecoders.has(type)) plainDecoders.set(type, plainDecoder(type));
  return plainDecoders.get(type);
}

/** Decoders are cached, because Terraform sends the state of every resource on every run. */
function decoderFor(type: Type): Decoder {
  let decoder = decoders.get(type);
  if (decoder === undefined) {
    const present = presentDecoder(type);
    decoder = (reader, options) =>
      reader.peekKind() === "null" ? reader.readNull() : present(reader, options);
    decoders.set(type, decoder);
  }
  return decoder;
}

function presentDecoder(type: Type): Decoder {
  switch (type.kind) {
    case "string":
      return decodeString;
    case "number":
      return decodeNumber;
    case "bool":
      return decodeBool;
    case "list":
      return listDecoder(type.element, "a list");
    case "set": {
      const decode = listDecoder(type.element, "a set");
      return (reader, options) => withoutDuplicates(type.element, decode(reader, options));
    }
    case "map":
      return mapDecoder(type.element);
    case "object":
      return objectDecoder(type);
  }
}

function decodeString(reader: JsonReader): string {
  switch (reader.peekKind()) {
    case "a string":
      return reader.readString();
    case "a number":
      return reader.readNumberText();
    case "a bool":
      return String(reader.readBool());
    default:
      throw unexpected("a string", reader);
  }
}

function decodeNumber(reader: JsonReader): Value {
  switch (reader.peekKind()) {
    case "a number":
      return parseNumber(reader.readNumberText());
    case "a string":
      return parseNumber(reader.readString());
    default:
      throw unexpected("a number", reader);
  }
}

function decodeBool(reader: JsonReader): boolean {
  const kind = reader.peekKind();
  if (kind === "a bool") return reader.readBool();
  const text = kind === "a string" ? reader.readString() : undefined;
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw new ValueError(`a bool is required, found ${kind}`);
}

function listDecoder(element: Type, wanted: string) {
  const decode = decoderFor(element);
  return (reader: JsonReader, options: JsonOptions): readonly Value[] => {
    const elements: Value[] = [];
    openAs(reader, "an array", wanted);
    try {
      for (let isFirst = true; reader.hasNext("]", isFirst); isFirst = false) {
        elements.push(decode(reader, options));
      }
    } catch (error) {
      throw reader.withStep({ kind: "index", index: elements.length }, error);
    }
    return elements;
  };
}

function mapDecoder(element: Type): Decoder {
  const decode = decoderFor(element);
  return (reader, options) => {
    const map = new Map<string, Value>();
    openAs(reader, "an object", "a map");
    for (let isFirst = true; reader.hasNext("}", isFirst); isFirst = false) {
      const key = reader.readKey();
      try {
        if (map.has(key)) throw new ValueError("this key of a map occurs twice");
        map.set(key, decode(reader, options));
      } catch (error) {
        throw reader.withStep({ kind: "key", key }, error);
      }
    }
    return map;
  };
}

/** Each key is first compared with the expected one; only a key out of order is looked up. */
function objectDecoder(type: Type & { readonly kind: "object" }): Decoder {
  const attributes = attributesOf(type).map((attribute, place) => ({
    name: attribute.name,
    place,
    quoted: JSON.stringify(attribute.name),
    decode: decoderFor(attribute.type),
  }));
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const Shape = objectShape();
  return (reader, options) => {
    const object = new Shape();
    let place = 0;
    openAs(reader, "an object", "an object");
    for (let isFirst = true; reader.hasNext("}", isFirst); isFirst = false) {
      let attribute = attributes[place];
      if (attribute === undefined || !reader.skipIfKey(attribute.quoted)) {
        const name = reader.readKey();
        if (options.ignoreUnknownAttributes === true && !byName.has(name)) {
          reader.skipValue();
          continue;
        }
        attribute = attributeNamed(name, byName);
      }
      place = attribute.place + 1;
      decodeAttribute(reader, options, object, attribute);
    }
    fillMissing(object, attributes, options);
    return object;
  };
}

function decodeAttribute(
  reader: JsonReader,
  options: JsonOptions,
  object: Record<string, Value>,
  { name, decode }: { readonly name: string; readonly decode: Decoder },
): void {
  try {
    if (name in object) throw new ValueError("this attribute occurs twice");
    object[name] = decode(reader, options);
  } catch (error) {
    throw reader.withStep({ kind: "attribute", name }, error);
  }
}

function fillMissing(
  object: Record<string, Value>,
  attributes: readonly { readonly name: string }[],
  options: JsonOptions,
): void {
  for (const { name } of attributes) {
    if (!(name in object)) {
      if (options.missingAsNull !== true) {
        throw new ValueError(`an object lacks the attribute ${JSON.stringify(name)}`);
      }
      object[name] = null;
    }
  }
}

function openAs(reader: JsonReader, kind: "an array" | "an object", wanted: string): void {
  if (reader.peekKind() !== kind) throw unexpected(wanted, reader);
  reader.open(kind === "an array" ? "[" : "{");
}

function unexpected(wanted: string, reader: JsonReader): ValueError {
  return new ValueError(`${wanted} is required, found ${reader.peekKind()}`);
}
