import { CONTENT, kindOfType } from "../../objects/kinds";
import type { Value } from "../../sdk/values";

/** Lists the attributes that hold the texts of a type. */
export function attributesOf(type: string): readonly string[] {
  return CONTENT[kindOfType(type)!];
}

/** Returns the text of an attribute; the empty text if it has none, or if it is unknown. */
export function textAt(values: object, name: string): string {
  const value = valueAt(values, name);
  return typeof value === "string" ? value : "";
}

export function valueAt(values: object, name: string): Value {
  return (values as Readonly<Record<string, Value | undefined>>)[name] ?? null;
}
