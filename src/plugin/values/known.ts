import { type Given, requireElements, requireMap, requireObject } from "./guards";
import { attributeValue } from "./objects";
import { attributesOf, type Type } from "./types";
import { Unknown, type Value } from "./value";

/** Reports whether a value contains nothing unknown. Throws ValueError for a value of another type. */
export function isWhollyKnown(type: Type, value: Value): boolean {
  return isKnown(type, value);
}

function isKnown(type: Type, value: Given): boolean {
  if (value === null || value instanceof Unknown) return value === null;
  switch (type.kind) {
    case "list":
    case "set":
      return requireElements(type.kind, value).every((element) => isKnown(type.element, element));
    case "map":
      return [...requireMap(value).values()].every((element) => isKnown(type.element, element));
    case "object": {
      const object = requireObject(value);
      return attributesOf(type).every((attribute) =>
        isKnown(attribute.type, attributeValue(object, attribute.name)),
      );
    }
    default:
      return true;
  }
}
