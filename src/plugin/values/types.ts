import { ValueError } from "./path";
import { normaliseText } from "./text";

/** A type of Terraform's type system (cty). `dynamic` stands for a value that brings its own type along. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" | "dynamic" }
  | { readonly kind: "list" | "set" | "map"; readonly element: Type }
  | { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> }
  | { readonly kind: "tuple"; readonly elements: readonly Type[] };

/**
 * How deep a value or a type may nest. Real schemas stay below 20 levels; the limit keeps hostile input from
 * exhausting the call stack, which holds several thousand levels of this code.
 */
export const MAX_DEPTH = 1000;

/** The types, and the makers of the types that hold others. */
export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  dynamic: { kind: "dynamic" },
  list: (element: Type): Type => ({ kind: "list", element }),
  set: (element: Type): Type => ({ kind: "set", element }),
  map: (element: Type): Type => ({ kind: "map", element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({
    kind: "object",
    attributes: ownAttributes(attributes),
  }),
  tuple: (elements: readonly Type[]): Type => ({ kind: "tuple", elements: [...elements] }),
} as const satisfies Record<string, Type | ((...parameters: never[]) => Type)>;

/** Copies into an object without a prototype, where `__proto__` is a name like any other. */
function ownAttributes(attributes: Readonly<Record<string, Type>>): Record<string, Type> {
  const own: Record<string, Type> = Object.create(null);
  for (const [name, type] of Object.entries(attributes)) {
    own[normaliseText(name)] = type;
  }
  return own;
}

/** The JSON form of a type: `"string"`, `["list","string"]`, `["object",{…}]`, `["tuple",[…]]`, `"dynamic"`. */
export function typeToJson(type: Type): unknown {
  switch (type.kind) {
    case "list":
    case "set":
    case "map":
      return [type.kind, typeToJson(type.element)];
    case "object": {
      const attributes: Record<string, unknown> = Object.create(null);
      for (const [name, attribute] of Object.entries(type.attributes)) {
        attributes[name] = typeToJson(attribute);
      }
      return ["object", attributes];
    }
    case "tuple":
      return ["tuple", type.elements.map(typeToJson)];
    default:
      return type.kind;
  }
}

/**
 * Reads the JSON form of a type. An object type may carry a third element, the names of its optional attributes, as
 * the engine writes type constraints; the names are checked and dropped, because optionality is no part of a value.
 * Anything else throws ValueError.
 */
export function typeFromJson(json: unknown): Type {
  return readType(json, 0);
}

function readType(json: unknown, depth: number): Type {
  if (depth > MAX_DEPTH) {
    throw new ValueError(`a type nests deeper than ${MAX_DEPTH} levels`);
  }
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") {
    return types[json];
  }
  if (!Array.isArray(json)) {
    throw new ValueError("a type must be a name or an array that begins with one");
  }
  const [kind, inner, optional]: unknown[] = json;
  if (kind === "object") {
    return readObjectType(inner, optional, json.length, depth);
  }
  if (json.length !== 2) {
    throw new ValueError("the array form of a type must have two elements");
  }
  switch (kind) {
    case "list":
    case "set":
    case "map":
      return types[kind](readType(inner, depth + 1));
    case "tuple":
      if (!Array.isArray(inner)) {
        throw new ValueError("a tuple type must list the types of its elements");
      }
      return types.tuple(inner.map((element) => readType(element, depth + 1)));
    default:
      throw new ValueError("a type has a name that is none of list, set, map, object and tuple");
  }
}

function readObjectType(inner: unknown, optional: unknown, length: number, depth: number): Type {
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    throw new ValueError("an object type must give the types of its attributes by name");
  }
  const attributes: Record<string, Type> = Object.create(null);
  for (const [name, attribute] of Object.entries(inner)) {
    attributes[name] = readType(attribute, depth + 1);
  }
  if (length !== 2) {
    const known = (name: unknown) => typeof name === "string" && Object.hasOwn(attributes, name);
    if (length !== 3 || !Array.isArray(optional) || !optional.every(known)) {
      throw new ValueError("the third element of an object type must name optional attributes it has");
    }
  }
  return types.object(attributes);
}

/** Whether two types are the same; the order of an object's attributes has no meaning. */
export function typesEqual(a: Type, b: Type): boolean {
  if (a === b) {
    return true;
  }
  switch (a.kind) {
    case "list":
    case "set":
    case "map":
      return b.kind === a.kind && typesEqual(a.element, b.element);
    case "object": {
      if (b.kind !== "object") {
        return false;
      }
      const names = Object.keys(a.attributes);
      return (
        names.length === Object.keys(b.attributes).length &&
        names.every((name) => {
          const left = a.attributes[name];
          const right = Object.hasOwn(b.attributes, name) ? b.attributes[name] : undefined;
          return left !== undefined && right !== undefined && typesEqual(left, right);
        })
      );
    }
    case "tuple":
      return (
        b.kind === "tuple" &&
        b.elements.length === a.elements.length &&
        b.elements.every((element, index) => {
          const left = a.elements[index];
          return left !== undefined && typesEqual(left, element);
        })
      );
    default:
      return b.kind === a.kind;
  }
}
