import { isUtf8 } from "node:buffer";
import { onceForEach } from "../../util/lists";
import {
  attributeValue,
  exactNumber,
  type Given,
  mismatch,
  objectShape,
  parseNumber,
  requireElements,
  requireObject,
  wellFormed,
} from "./checks";
import { attributesOf, inside, type ObjectType, type Type, type Value, ValueError } from "./value";

type Decoder = (parsed: Given) => Value;

/**
 * Decodes a value from the JSON of Terraform's state. Like Terraform, it converts between primitive types
 * (`"1"` to a number, `1` to a string). Throws ValueError with the path for invalid JSON and for a value of
 * another type. A state may have been written with another version of the schema. So attributes that the type
 * does not have are ignored, and missing attributes become null.
 */
export function decodeJson(type: Type, json: Uint8Array): Value {
  if (!isUtf8(json)) throw new ValueError("the JSON is not valid UTF-8");
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("utf8");
  return decoderFor(type)(parse(text));
}

function parse(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    // The message of `JSON.parse` quotes the text, which may hold a secret.
    throw new ValueError("the JSON is malformed");
  }
}

/** Decoders are cached, because Terraform sends the state of every resource on every run. */
const decoderFor: (type: Type) => Decoder = onceForEach((type) => {
  const present = presentDecoder(type);
  return (parsed) => (parsed === null ? null : present(parsed));
});

function presentDecoder(type: Type): Decoder {
  switch (type.kind) {
    case "string":
      return decodeString;
    case "number":
      return decodeNumber;
    case "bool":
      return decodeBool;
    case "list":
      return listDecoder(type.element);
    case "object":
      return objectDecoder(type);
  }
}

function decodeString(parsed: Given): string {
  if (typeof parsed === "string") return wellFormed(parsed);
  if (typeof parsed === "number") return String(exactNumber(parsed));
  if (typeof parsed === "boolean") return String(parsed);
  throw mismatch("a string", parsed);
}

function decodeNumber(parsed: Given): Value {
  if (typeof parsed === "number") return exactNumber(parsed);
  if (typeof parsed === "string") return parseNumber(parsed);
  throw mismatch("a number", parsed);
}

function decodeBool(parsed: Given): boolean {
  if (typeof parsed === "boolean") return parsed;
  if (parsed === "true" || parsed === "1") return true;
  if (parsed === "false" || parsed === "0") return false;
  throw mismatch("a bool", parsed);
}

function listDecoder(element: Type): Decoder {
  const decode = decoderFor(element);
  return (parsed) => {
    return requireElements(parsed).map((item, index) => {
      try {
        return decode(item);
      } catch (error) {
        throw inside(index, error);
      }
    });
  };
}

function objectDecoder(type: ObjectType): Decoder {
  const attributes = attributesOf(type).map(({ name, type }) => ({ name, decode: decoderFor(type) }));
  const Shape = objectShape();
  return (parsed) => {
    const source = requireObject(parsed);
    const object = new Shape();
    // This is an index loop, because an iterator would take as long as decoding the attribute.
    for (let place = 0; place < attributes.length; place += 1) {
      const { name, decode } = attributes[place]!;
      try {
        object[name] = decode(attributeValue(source, name) ?? null);
      } catch (error) {
        throw inside(name, error);
      }
    }
    return object;
  };
}
