import { onceForEach } from "../../shared/once-for-each";

/** A type of Terraform's type system (cty). No schema uses sets, maps, tuples or `dynamic`. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list"; readonly element: Type }
  | { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> };

/** The primitive types, and functions that create the others. */
export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  list: (element: Type): Type => ({ kind: "list", element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({ kind: "object", attributes }),
} as const satisfies Record<string, Type | ((inner: never) => Type)>;

interface Attribute {
  readonly name: string;
  readonly type: Type;
}

/** Lists the attributes of an object type, sorted by name as in Terraform. All names are ASCII. */
export const attributesOf: (type: Type & { readonly kind: "object" }) => readonly Attribute[] = onceForEach(
  ({ attributes }) =>
    Object.entries(attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ name, type })),
);

/** Reports whether values of a type may contain a number. */
export function mayHoldNumber(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "bool":
      return false;
    case "number":
      return true;
    case "list":
      return mayHoldNumber(type.element);
    case "object":
      return attributesOf(type).some((attribute) => mayHoldNumber(attribute.type));
  }
}

/** Returns the JSON form of a type: `"string"`, `["list","string"]`, `["object",{…}]`. */
export function typeToJson(type: Type): unknown {
  switch (type.kind) {
    case "list":
      return ["list", typeToJson(type.element)];
    case "object":
      return [
        "object",
        Object.fromEntries(attributesOf(type).map(({ name, type: inner }) => [name, typeToJson(inner)])),
      ];
    default:
      return type.kind;
  }
}
