import { ValueError } from "./path";
import { normaliseText, wellFormed } from "./text";

/**
 * A type of Terraform's type system (cty), without tuples and types that only a value decides (`dynamic`).
 */
export type Type =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list" | "set" | "map"; readonly element: Type }
  | { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> };

/** The primitive types, and functions that create the others. */
export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  list: (element: Type): Type => ({ kind: "list", element }),
  set: (element: Type): Type => ({ kind: "set", element }),
  map: (element: Type): Type => ({ kind: "map", element }),
  /**
   * Throws ValueError for a name that is not well-formed Unicode, and for two names with the same normal
   * form.
   */
  object: (attributes: Readonly<Record<string, Type>>): Type => ({
    kind: "object",
    attributes: ownAttributes(attributes),
  }),
} as const satisfies Record<string, Type | ((inner: never) => Type)>;

/** Copies attributes into an object without prototype, so that `__proto__` is an ordinary name. */
function ownAttributes(attributes: Readonly<Record<string, Type>>): Record<string, Type> {
  const own: Record<string, Type> = Object.create(null);
  for (const [name, type] of Object.entries(attributes)) {
    const normalised = normaliseText(wellFormed(name));
    if (normalised in own) {
      throw new ValueError(`an object type has the attribute ${JSON.stringify(normalised)} twice`);
    }
    own[normalised] = type;
  }
  return own;
}

/** One attribute of an object type. */
interface Attribute {
  readonly name: string;
  readonly type: Type;
}

const sortedAttributes = new WeakMap<Type, readonly Attribute[]>();

/** Lists the attributes of an object type in Terraform's order: by the bytes of their names. Cached. */
export function attributesOf(type: Type & { readonly kind: "object" }): readonly Attribute[] {
  let attributes = sortedAttributes.get(type);
  if (attributes === undefined) {
    attributes = Object.entries(type.attributes)
      .map(([name, attribute]) => ({ name, type: attribute }))
      .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
    sortedAttributes.set(type, attributes);
  }
  return attributes;
}

/** Reports whether values of a type may contain a number. */
export function mayHoldNumber(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "bool":
      return false;
    case "number":
      return true;
    case "list":
    case "set":
    case "map":
      return mayHoldNumber(type.element);
    case "object":
      return attributesOf(type).some((attribute) => mayHoldNumber(attribute.type));
  }
}
