import {
  type Given,
  inside,
  layoutOf,
  requireBool,
  requireList,
  requireNumber,
  requireObject,
  requireString,
  type Type,
  type Value,
  ValueError,
  wellFormed,
} from "./value";

/**
 * Another version of the schema may have written the state: attributes that the type lacks are ignored, and
 * missing attributes become null. Throws ValueError.
 */
export function decodeJson(type: Type, json: Uint8Array): Value {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("utf8");
  let parsed: Value;
  try {
    parsed = JSON.parse(text) as Value;
  } catch {
    // The message of `JSON.parse` would quote the text, which may contain a secret.
    throw new ValueError("the JSON is malformed");
  }
  return decode(type, parsed);
}

function decode(type: Type, parsed: Given): Value {
  if (parsed === null || parsed === undefined) return null;
  switch (type.kind) {
    case "string":
      return wellFormed(requireString(parsed));
    case "number":
      return requireNumber(parsed);
    case "bool":
      return requireBool(parsed);
    case "list":
      return requireList(parsed).map((element) => decode(type.element, element));
    case "object": {
      const source = requireObject(parsed);
      const { attributes, Shape } = layoutOf(type);
      const object = new Shape();
      for (const { name, type: inner } of attributes) {
        try {
          object[name] = decode(inner, Object.hasOwn(source, name) ? source[name] : null);
        } catch (error) {
          throw inside(name, error);
        }
      }
      return object;
    }
  }
}
