import { numberText, type NumberValue } from "../../../src/plugin/values/number";
import { attributesOf, type Type } from "../../../src/plugin/values/types";
import type { ObjectValue, Value } from "../../../src/plugin/values/value";

/** Encodes a known value of the given type in the JSON form of the engine's state, which `decodeJson` reads. */
export function encodeJson(type: Type, value: Value): string {
  if (value === null) return "null";
  switch (type.kind) {
    case "string":
    case "bool":
      return JSON.stringify(value);
    case "number":
      return numberText(value as NumberValue);
    case "list":
      return `[${(value as readonly Value[]).map((element) => encodeJson(type.element, element)).join(",")}]`;
    case "object": {
      const object = value as ObjectValue;
      const attributes = attributesOf(type).map(
        ({ name, type: inner }) => `${JSON.stringify(name)}:${encodeJson(inner, object[name]!)}`,
      );
      return `{${attributes.join(",")}}`;
    }
  }
}
