import { ValueError } from "./path";
import { attributesOf, MAX_DEPTH, type Type, types } from "./types";

/**
 * Returns the JSON form of a type: `"string"`, `["list","string"]`, `["object",{…}]`, `["tuple",[…]]`,
 * `"dynamic"`. Equal types have the same form: attributes are in the order of `attributesOf`.
 */
export function typeToJson(type: Type): unknown {
  switch (type.kind) {
    case "list":
    case "set":
    case "map":
      return [type.kind, typeToJson(type.element)];
    case "object": {
      const attributes: Record<string, unknown> = Object.create(null);
      for (const attribute of attributesOf(type)) attributes[attribute.name] = typeToJson(attribute.type);
      return ["object", attributes];
    }
    case "tuple":
      return ["tuple", type.elements.map(typeToJson)];
    default:
      return type.kind;
  }
}

/**
 * Reads the JSON form of a type; throws ValueError for any other value. An object type may have a third
 * element, the names of its optional attributes; they are checked and dropped, because they do not concern
 * values.
 */
export function typeFromJson(json: unknown): Type {
  return readType(json, 0);
}

/** Reads the JSON text of a type, as in a dynamic value; throws ValueError. */
export function typeFromText(text: string): Type {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ValueError("the type of a dynamic value is not valid JSON");
  }
  return typeFromJson(json);
}

function readType(json: unknown, depth: number): Type {
  if (depth > MAX_DEPTH) throw new ValueError(`a type nests deeper than ${MAX_DEPTH} levels`);
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return types[json];
  if (!Array.isArray(json)) {
    throw new ValueError("a type must be the name of one or an array that begins with a name");
  }
  const [kind, inner, optional]: unknown[] = json;
  if (json.length !== 2 && !(kind === "object" && json.length === 3)) {
    throw new ValueError("the array form of a type must have two elements");
  }
  switch (kind) {
    case "list":
    case "set":
    case "map":
      return types[kind](readType(inner, depth + 1));
    case "tuple":
      if (!Array.isArray(inner)) throw new ValueError("a tuple type must list the types of its elements");
      return types.tuple(inner.map((element) => readType(element, depth + 1)));
    case "object":
      return readObjectType(inner, json.length === 3 ? optional : [], depth);
    default:
      throw new ValueError("the array form of a type must begin with list, set, map, object or tuple");
  }
}

function readObjectType(inner: unknown, optional: unknown, depth: number): Type {
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    throw new ValueError("an object type must give the types of its attributes by name");
  }
  const attributes: Record<string, Type> = Object.create(null);
  for (const [name, attribute] of Object.entries(inner)) attributes[name] = readType(attribute, depth + 1);
  if (!Array.isArray(optional) || !optional.every((name) => typeof name === "string" && name in attributes)) {
    throw new ValueError("the third element of an object type must name optional attributes that it has");
  }
  return types.object(attributes);
}
