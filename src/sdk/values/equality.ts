import {
  attributeValue,
  type Given,
  normaliseText,
  requireElements,
  requireNumber,
  requireObject,
  requireString,
} from "./checks";
import { attributesOf, type Type, Unknown } from "./value";

/**
 * Reports whether Terraform considers two values of a type equal. Compares texts in Unicode normal form; all
 * unknown values are equal. Throws ValueError for a value of another type.
 */
export function valuesEqual(type: Type, a: Given, b: Given): boolean {
  if (a === b) return true;
  if (a === null || b === null || a instanceof Unknown || b instanceof Unknown) {
    return a instanceof Unknown && b instanceof Unknown;
  }
  switch (type.kind) {
    case "string":
      return normaliseText(requireString(a)) === normaliseText(requireString(b));
    case "number":
      return requireNumber(a) === requireNumber(b);
    case "bool":
      return false;
    case "list": {
      const left = requireElements(a);
      const right = requireElements(b);
      return (
        left.length === right.length &&
        left.every((element, index) => valuesEqual(type.element, element, right[index]))
      );
    }
    case "object": {
      const left = requireObject(a);
      const right = requireObject(b);
      return attributesOf(type).every(({ name, type: attribute }) =>
        valuesEqual(attribute, attributeValue(left, name), attributeValue(right, name)),
      );
    }
  }
}
