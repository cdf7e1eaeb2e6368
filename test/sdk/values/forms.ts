import { layoutOf, type ObjectValue, type Type, type Value } from "../../../src/sdk/values/value";

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
/** The bytes of a text that `hex` returned, with spaces anywhere. */
export const bytes = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
export const ascii = (text: string) => Buffer.from(text).toString("hex");

/** Encodes a known value of the given type in the JSON form of the engine's state, which `decodeJson` reads. */
export function encodeJson(type: Type, value: Value): string {
  if (value === null) return "null";
  switch (type.kind) {
    case "string":
    case "bool":
    case "number":
      return JSON.stringify(value);
    case "list":
      return `[${(value as readonly Value[]).map((element) => encodeJson(type.element, element)).join(",")}]`;
    case "object": {
      const object = value as ObjectValue;
      const attributes = layoutOf(type).attributes.map(
        ({ name, type: inner }) => `${JSON.stringify(name)}:${encodeJson(inner, object[name]!)}`,
      );
      return `{${attributes.join(",")}}`;
    }
  }
}
