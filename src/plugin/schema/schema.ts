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

/** An attribute with its name. */
export interface NamedAttribute {
  readonly name: string;
  readonly attribute: Attribute;
}

const named = new WeakMap<Attributes, readonly NamedAttribute[]>();

/**
 * Lists every attribute with its name, in schema order. Every call iterates over this list, so it is cached.
 * Its entries are objects, because destructuring pairs is slower.
 */
export function listAttributes(attributes: Attributes): readonly NamedAttribute[] {
  let list = named.get(attributes);
  if (list === undefined) {
    list = Object.entries(attributes).map(([name, attribute]) => ({ name, attribute }));
    named.set(attributes, list);
  }
  return list;
}

const objectTypes = new WeakMap<Attributes, Type>();

/** Returns the object type of a schema's values, with every attribute. Cached. */
export function objectType({ attributes }: Schema): Type {
  let type = objectTypes.get(attributes);
  if (type === undefined) {
    type = types.object(
      Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, attribute.of.type])),
    );
    objectTypes.set(attributes, type);
  }
  return type;
}

/** Reports whether states of this version have the form of the current schema. */
export function isCurrent(schema: Schema, version: number): boolean {
  return version === (schema.version ?? 0);
}

/** Reports whether the provider may set the attribute. */
export function isComputed(attribute: Attribute): boolean {
  return attribute.mode === "computed" || attribute.mode === "optional-computed";
}
