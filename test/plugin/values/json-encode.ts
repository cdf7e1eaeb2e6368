import {
  type Given,
  requireBool,
  requireElements,
  requireMap,
  requireNumber,
  requireObject,
  requireString,
} from "../../../src/plugin/values/guards";
import { numberText, type NumberValue } from "../../../src/plugin/values/number";
import { attributeValue, rejectOtherAttributes } from "../../../src/plugin/values/objects";
import { ValueError } from "../../../src/plugin/values/path";
import { normaliseKeys, wellFormed } from "../../../src/plugin/values/text";
import { attributesOf, type Type } from "../../../src/plugin/values/types";
import { type ObjectValue, Unknown, type Value } from "../../../src/plugin/values/value";
import { Walk } from "../../../src/plugin/values/walk";

/**
 * Encodes a value of the given type in the JSON form of the engine's state, which `decodeJson` reads. Throws
 * ValueError, with the path, for a value that is not of exactly that type, and for what JSON has no form for:
 * an unknown value and an infinite number.
 */
export function encodeJson(type: Type, value: Value): string {
  const walk = new Walk();
  try {
    return encode(walk, type, value);
  } catch (error) {
    throw walk.withPath(error);
  }
}

function encode(walk: Walk, type: Type, value: Given): string {
  if (value === null) {
    return "null";
  }
  if (value instanceof Unknown) {
    throw new ValueError("a known value is required, because JSON has no form for unknown ones");
  }
  switch (type.kind) {
    case "string":
      return encodeText(requireString(value));
    case "number":
      return encodeNumber(requireNumber(value));
    case "bool":
      return String(requireBool(value));
    case "list":
    case "set":
      return encodeElements(walk, requireElements(type.kind, value), type.element);
    case "map":
      return encodeMap(walk, type.element, normaliseKeys(requireMap(value)));
    case "object":
      return encodeObject(walk, type, requireObject(value));
  }
}

function encodeText(text: string): string {
  return JSON.stringify(wellFormed(text));
}

function encodeNumber(value: NumberValue): string {
  if (value === Infinity || value === -Infinity) {
    throw new ValueError("a finite number is required, because JSON has no form for infinite ones");
  }
  return numberText(value);
}

function encodeElements(walk: Walk, elements: readonly Value[], type: Type): string {
  const texts = Array.from(elements, (element, index) => {
    try {
      return encode(walk, type, element);
    } catch (error) {
      throw walk.withStep({ kind: "index", index }, error);
    }
  });
  return `[${texts.join(",")}]`;
}

function encodeMap(walk: Walk, element: Type, map: ReadonlyMap<string, Value>): string {
  const texts = Array.from(map, ([key, value]) => {
    try {
      return `${encodeText(key)}:${encode(walk, element, value)}`;
    } catch (error) {
      throw walk.withStep({ kind: "key", key }, error);
    }
  });
  return `{${texts.join(",")}}`;
}

function encodeObject(walk: Walk, type: Type & { readonly kind: "object" }, object: ObjectValue): string {
  const attributes = attributesOf(type);
  const texts = attributes.map((attribute) => {
    const { name } = attribute;
    try {
      return `${encodeText(name)}:${encode(walk, attribute.type, attributeValue(object, name))}`;
    } catch (error) {
      throw walk.withStep({ kind: "attribute", name }, error);
    }
  });
  rejectOtherAttributes(object, attributes);
  return `{${texts.join(",")}}`;
}
