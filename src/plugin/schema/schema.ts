import { onceForEach } from "../../shared/once-for-each";
import { types, type Type } from "../values";
import type { Attribute, Attributes } from "./attribute";

/** The schema of a provider's configuration, a resource or a data source. */
export interface Schema<A extends Attributes = Attributes> {
  /** Version of the schema. Raise it when stored states need an upgrade. @default 0 */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
}

export interface NamedAttribute {
  readonly name: string;
  readonly attribute: Attribute;
}

/** Lists every attribute with its name, in schema order, as objects: destructuring pairs is slower. */
export const listAttributes: (attributes: Attributes) => readonly NamedAttribute[] = onceForEach(
  (attributes) => Object.entries(attributes).map(([name, attribute]) => ({ name, attribute })),
);

const typeOf = onceForEach((attributes: Attributes) =>
  types.object(
    Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, attribute.of.type])),
  ),
);

/** Returns the object type of a schema's values, with every attribute. */
export function objectType({ attributes }: Schema): Type {
  return typeOf(attributes);
}

/** Reports whether a state of this version has the form of the current schema. */
export function isCurrent(schema: Schema, version: number): boolean {
  return version === (schema.version ?? 0);
}

/** Reports whether the provider may set the attribute. */
export function isComputed(attribute: Attribute): boolean {
  return attribute.mode === "computed" || attribute.mode === "optional-computed";
}
