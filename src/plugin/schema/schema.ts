import { types, type Type, type Value } from "../values";
import type { Attribute, Attributes } from "./attribute";

/** The shape of a provider's configuration, a resource or a data source. */
export interface Schema<A extends Attributes = Attributes> {
  /** Raised when stored states need an upgrade. Default 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
}

/** An attribute with its name. */
interface NamedAttribute {
  readonly name: string;
  readonly attribute: Attribute;
}

const named = new WeakMap<Attributes, readonly NamedAttribute[]>();

/**
 * Every attribute with its name, in the order of the schema. Listed once, and not as pairs: each call about a resource
 * goes through them, and in code that runs some thousand times taking a pair apart costs more than what is done with it.
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

/** The object type of a schema's values: one attribute for each of the schema's, always all of them (section 0, row 9). */
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

/** Whether a state that was written with this version has the form of the schema as it is now. */
export function isCurrent(schema: Schema, version: number): boolean {
  return version === (schema.version ?? 0);
}

export function isComputed(attribute: Attribute): boolean {
  return attribute.mode === "computed" || attribute.mode === "optional-computed";
}

/**
 * Whether it is the provider that gives the attribute its value, where the configuration has `configured`, which is asked for
 * only where that matters. Of an attribute that nobody can configure, Terraform sends the state's value as if it were
 * configured where `ignore_changes` names it.
 */
export function isDecidedByProvider({ mode, options }: Attribute, configured: () => Value): boolean {
  if (mode === "computed") return true;
  return mode === "optional-computed" && options.default === undefined && configured() === null;
}

const NAME = /^[a-z_][a-z0-9_]*$/;
const RESERVED_IN_RESOURCES = [
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
];
const RESERVED_IN_PROVIDERS = ["alias", "version"];

/** What Terraform would refuse in a schema (section 3, "Schema validity"), a sentence each. For a provider's own tests. */
export function schemaProblems(schema: Schema, use: "provider" | "resource"): string[] {
  const reserved = use === "provider" ? RESERVED_IN_PROVIDERS : RESERVED_IN_RESOURCES;
  return Object.entries(schema.attributes).flatMap(([name, { mode, options }]) => {
    const problems: string[] = [];
    if (!NAME.test(name)) problems.push(`${name}: a name has only a-z, 0-9 and _, and starts with no digit`);
    if (reserved.includes(name)) problems.push(`${name}: Terraform keeps this name for itself`);
    if (options.description.trim() === "") problems.push(`${name}: a description is missing`);
    if (options.default !== undefined && mode !== "optional-computed") {
      problems.push(`${name}: a default needs mode optional-computed`);
    }
    return problems;
  });
}
