import {
  type Given,
  requireBool,
  requireElements,
  requireMap,
  requireNumber,
  requireObject,
  requireString,
} from "./guards";
import { isWhollyKnown } from "./known";
import { numberText } from "./number";
import { attributeValue } from "./objects";
import { normaliseKeys, normaliseText } from "./text";
import { attributesOf, type Type } from "./types";
import { Unknown, type Value } from "./value";

/**
 * Returns a key that is the same for exactly the equal values of a type. Keys are self-delimiting and never
 * empty, so that concatenated keys stay distinct.
 */
function valueKey(type: Type, value: Given): string {
  if (value === null) return "n";
  if (value instanceof Unknown) return "u";
  switch (type.kind) {
    case "string":
      return textKey(requireString(value));
    case "number":
      return `#${numberText(requireNumber(value))};`;
    case "bool":
      return requireBool(value) ? "t" : "f";
    case "list":
      return `[${requireElements("list", value)
        .map((element) => valueKey(type.element, element))
        .join("")}]`;
    case "set":
      return `[${setKeys(type.element, requireElements("set", value)).join("")}]`;
    case "map":
      return `[${Array.from(
        normaliseKeys(requireMap(value)),
        ([key, inner]) => textKey(key) + valueKey(type.element, inner),
      )
        .sort()
        .join("")}]`;
    case "object": {
      const object = requireObject(value);
      return `(${attributesOf(type)
        .map((attribute) => valueKey(attribute.type, attributeValue(object, attribute.name)))
        .join("")})`;
    }
  }
}

/**
 * Returns the sorted keys of a set's elements, the same for equal sets. Equal elements count once unless they
 * contain unknown values, which may turn out to differ (go-cty, `setRules.Equivalent`).
 */
export function setKeys(element: Type, elements: readonly Value[]): string[] {
  const known = new Set<string>();
  const open: string[] = [];
  for (const value of elements) {
    const key = valueKey(element, value);
    if (isWhollyKnown(element, value)) {
      known.add(key);
    } else {
      open.push(key);
    }
  }
  return [...known, ...open].sort();
}

/**
 * Returns the elements of a decoded set without duplicates. Elements with unknown values stay, as in
 * `setKeys`.
 */
export function withoutDuplicates(element: Type, elements: readonly Value[]): readonly Value[] {
  if (elements.length < 2) return elements;
  const seen = new Set<Value>();
  return elements.filter((value) => {
    // Decoders return the same primitive for equal values, so it serves as its own key.
    let key = typeof value === "string" ? normaliseText(value) : value;
    if (typeof value === "object" && value !== null) {
      if (!isWhollyKnown(element, value)) return true;
      key = valueKey(element, value);
    }
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function textKey(text: string): string {
  const normalised = normaliseText(text);
  return `${normalised.length}:${normalised}`;
}
