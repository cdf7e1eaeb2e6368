import { onceForEach } from "../../util/lists";

/** A value that is known only after the apply. */
export class Unknown {
  /**
   * `refinement` is what Terraform already knows about a configured value that is still unknown, for example
   * that it is not null. It has Terraform's encoding. A plan returns it to Terraform, so that Terraform can
   * also refine the values that depend on the attribute.
   */
  constructor(readonly refinement?: Uint8Array) {}
}

export const unknown = new Unknown();

export function isUnknown(value: Value): value is Unknown {
  return value instanceof Unknown;
}

export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  return value === null || typeof value !== "object" || Object.values(value).every(isWhollyKnown);
}

/** The values of an object by attribute name. Decoded objects have every attribute and inherit nothing. */
export interface ObjectValue {
  readonly [attribute: string]: Value;
}

/**
 * A value of any `Type`. A list is an array. A value of any type may be null or unknown. A number is finite,
 * and a whole number is at most 2^53-1 from zero.
 */
export type Value = null | Unknown | string | boolean | number | readonly Value[] | ObjectValue;

/** A type of Terraform's type system (cty). No schema uses sets, maps, tuples or `dynamic`. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list"; readonly element: Type }
  | ObjectType;

export type ObjectType = { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> };

export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  list: (element: Type): Type => ({ kind: "list", element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({ kind: "object", attributes }),
} as const satisfies Record<string, Type | ((inner: never) => Type)>;

/** Lists the attributes of an object type, sorted by name as in Terraform. All names are ASCII. */
export const attributesOf: (type: ObjectType) => readonly { readonly name: string; readonly type: Type }[] =
  onceForEach(({ attributes }) =>
    Object.entries(attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ name, type })),
  );

export function mayHoldNumber(type: Type): boolean {
  if (type.kind === "list") return mayHoldNumber(type.element);
  if (type.kind === "object") return attributesOf(type).some((attribute) => mayHoldNumber(attribute.type));
  return type.kind === "number";
}

/** Returns the JSON form of a type: `"string"`, `["list","string"]`, `["object",{…}]`. */
export function typeToJson(type: Type): unknown {
  if (type.kind === "list") return ["list", typeToJson(type.element)];
  if (type.kind !== "object") return type.kind;
  const entries = attributesOf(type).map(({ name, type: inner }) => [name, typeToJson(inner)]);
  return ["object", Object.fromEntries(entries)];
}

type PathStep = string | number;

/** A malformed value. The message has the path and the expected type, never the value: it may be secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    /** What is wrong, without the path. */
    readonly reason: string,
    readonly path: readonly PathStep[] = [],
  ) {
    super(path.length === 0 ? reason : `${formatPath(path)}: ${reason}`);
  }
}

/** In Terraform's syntax, such as `rules[2].name`. */
function formatPath([first, ...rest]: readonly PathStep[]): string {
  const steps = rest.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  return [typeof first === "number" ? `[${first}]` : first, ...steps].join("");
}

/** Returns the error with `step` added at the start of its path. Only a ValueError has a path. */
export function inside(step: PathStep, error: unknown): unknown {
  return error instanceof ValueError ? new ValueError(error.reason, [step, ...error.path]) : error;
}
