import {
  type Given,
  requireElements,
  requireMap,
  requireNumber,
  requireObject,
  requireString,
} from "./guards";
import { numberText } from "./number";
import { attributeValue } from "./objects";
import { setKeys } from "./sets";
import { normaliseKeys, normaliseText } from "./text";
import { attributesOf, type Type } from "./types";
import { Unknown, type Value } from "./value";

/**
 * Reports whether Terraform considers two values of a type equal: strings in normal form, numbers by value,
 * sets without order and duplicates. All unknown values are equal, whatever their refinement. Throws
 * ValueError for a value of another type.
 */
export function valuesEqual(type: Type, a: Value, b: Value): boolean {
  return areEqual(type, a, b);
}

function areEqual(type: Type, a: Given, b: Given): boolean {
  if (a === b) return true;
  if (a === null || b === null || a instanceof Unknown || b instanceof Unknown) {
    return a instanceof Unknown && b instanceof Unknown;
  }
  switch (type.kind) {
    case "string":
      return normaliseText(requireString(a)) === normaliseText(requireString(b));
    case "number":
      return numberText(requireNumber(a)) === numberText(requireNumber(b));
    case "bool":
      return false;
    case "list":
    case "set": {
      const left = requireElements(type.kind, a);
      const right = requireElements(type.kind, b);
      return (
        elementsEqual(type.element, left, right) ||
        (type.kind === "set" && setsEqual(type.element, left, right))
      );
    }
    case "map":
      return mapsEqual(type.element, requireMap(a), requireMap(b));
    case "object": {
      const left = requireObject(a);
      const right = requireObject(b);
      return attributesOf(type).every(({ name, type: attribute }) =>
        areEqual(attribute, attributeValue(left, name), attributeValue(right, name)),
      );
    }
  }
}

function elementsEqual(type: Type, a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((element, index) => areEqual(type, element, b[index]));
}

function setsEqual(element: Type, a: readonly Value[], b: readonly Value[]): boolean {
  const left = setKeys(element, a);
  const right = setKeys(element, b);
  return left.length === right.length && left.every((key, index) => key === right[index]);
}

function mapsEqual(element: Type, a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  if (a.size !== b.size) return false;
  const right = normaliseKeys(b);
  for (const [key, value] of normaliseKeys(a)) {
    if (!right.has(key) || !areEqual(element, value, right.get(key))) return false;
  }
  return true;
}
