import { isUtf8 } from "node:buffer";
import { parseNumber } from "./number";
import { objectShape } from "./objects";
import { onceForEach } from "../../shared/once-for-each";
import { inside, ValueError } from "./path";
import { wellFormed } from "./text";
import { attributesOf, type Type } from "./types";
import type { Value } from "./value";

/** Decodes a result of `JSON.parse`. With `isExact`, objects need exactly their attributes. */
type Decoder = (parsed: unknown, isExact: boolean) => Value;

/**
 * Decodes a value from the JSON of Terraform's state. Like Terraform, it converts between primitive types
 * (`"1"` to a number, `1` to a string). Throws ValueError with the path for invalid JSON and for a value of
 * another type. A state may have been written with another version of the schema. So attributes that the type
 * does not have are ignored, and missing attributes become null. With `isExact`, both are errors.
 */
export function decodeJson(type: Type, json: Uint8Array, isExact = false): Value {
  if (!isUtf8(json)) throw new ValueError("the JSON is not valid UTF-8");
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("utf8");
  return decoderFor(type)(parse(text), isExact);
}

/** A number that `JSON.parse` may round: a fraction, an exponent or more than 15 digits. */
const INEXACT_NUMBER = /-?(?:\d+[.eE][\d.eE+-]*|\d{16,})/g;

/** Matches a text that may have inexact numbers. It may also match within a string, which only costs time. */
const MAY_BE_INEXACT = /(?:^|"\s*:|[[,])\s*-?(?:\d+[.eE]|\d{16})/;

/** Parses JSON. Inexact numbers become strings, because the numbers of a state must not change. */
function parse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return MAY_BE_INEXACT.test(text) ? JSON.parse(quoteInexact(text)) : parsed;
  } catch {
    // The message of `JSON.parse` quotes the text, which may hold a secret.
    throw new ValueError("the JSON is malformed");
  }
}

/** Puts the inexact numbers of valid JSON into quotes. */
function quoteInexact(json: string): string {
  let isString = false;
  const parts = json.split('"').map((part) => {
    const quoted = isString ? part : part.replace(INEXACT_NUMBER, '"$&"');
    // After an odd number of backslashes, the quote is part of the string and does not end it.
    const isEscaped = isString && /(?:^|[^\\])(?:\\\\)*\\$/.test(part);
    if (!isEscaped) isString = !isString;
    return quoted;
  });
  return parts.join('"');
}

/** Decoders are cached, because Terraform sends the state of every resource on every run. */
const decoderFor: (type: Type) => Decoder = onceForEach((type) => {
  const present = presentDecoder(type);
  return (parsed, isExact) => (parsed === null ? null : present(parsed, isExact));
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

function decodeString(parsed: unknown): string {
  if (typeof parsed === "string") return wellFormed(parsed);
  if (typeof parsed === "number" || typeof parsed === "boolean") return String(parsed);
  throw unexpected("a string", parsed);
}

function decodeNumber(parsed: unknown): Value {
  // Adding zero turns -0 into 0: Terraform has no negative zero.
  if (typeof parsed === "number") return parsed + 0;
  if (typeof parsed === "string") return parseNumber(parsed);
  throw unexpected("a number", parsed);
}

function decodeBool(parsed: unknown): boolean {
  if (typeof parsed === "boolean") return parsed;
  if (parsed === "true" || parsed === "1") return true;
  if (parsed === "false" || parsed === "0") return false;
  throw unexpected("a bool", parsed);
}

function listDecoder(element: Type): Decoder {
  const decode = decoderFor(element);
  return (parsed, isExact) => {
    if (!Array.isArray(parsed)) throw unexpected("a list", parsed);
    return parsed.map((item: unknown, index) => {
      try {
        return decode(item, isExact);
      } catch (error) {
        throw inside(index, error);
      }
    });
  };
}

function objectDecoder(type: Type & { readonly kind: "object" }): Decoder {
  const attributes = attributesOf(type).map(({ name, type }) => ({ name, decode: decoderFor(type) }));
  const Shape = objectShape();
  return (parsed, isExact) => {
    if (typeof parsed !== "object" || Array.isArray(parsed)) throw unexpected("an object", parsed);
    const source = parsed as Readonly<Record<string, unknown>>;
    if (isExact) checkNames(attributes, source);
    const object = new Shape();
    // This is an index loop, because an iterator would take as long as decoding the attribute.
    for (let place = 0; place < attributes.length; place += 1) {
      const { name, decode } = attributes[place]!;
      try {
        object[name] = decode(Object.hasOwn(source, name) ? source[name] : null, isExact);
      } catch (error) {
        throw inside(name, error);
      }
    }
    return object;
  };
}

function checkNames(
  attributes: readonly { readonly name: string }[],
  source: Readonly<Record<string, unknown>>,
): void {
  const missing = attributes.find(({ name }) => !Object.hasOwn(source, name));
  if (missing !== undefined) throw inside(missing.name, new ValueError("the attribute is missing"));
  if (Object.keys(source).length > attributes.length)
    throw new ValueError("an attribute is not in the schema");
}

function unexpected(wanted: string, parsed: unknown): ValueError {
  const kind = typeof parsed === "boolean" ? "bool" : typeof parsed;
  const found = Array.isArray(parsed) ? "an array" : kind === "object" ? "an object" : `a ${kind}`;
  return new ValueError(`${wanted} is required, found ${found}`);
}
