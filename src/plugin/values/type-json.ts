import { attributesOf, type Type } from "./types";

/**
 * Returns the JSON form of a type: `"string"`, `["list","string"]`, `["object",{…}]`. Equal types have the
 * same form: attributes are in the order of `attributesOf`.
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
    default:
      return type.kind;
  }
}
