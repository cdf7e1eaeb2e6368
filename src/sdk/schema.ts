import { onceForEach } from "../util/lists";
import { types, type Type, type Unknown } from "./values";

/** A Terraform type with the TypeScript type of its known values. */
export interface ModelType<T> {
  readonly type: Type;
  readonly model?: T;
}

type ModelOf<M> = M extends ModelType<infer T> ? T : never;

export const string: ModelType<string> = { type: types.string };
export const bool: ModelType<boolean> = { type: types.bool };
/** A whole number from -(2^53-1) to 2^53-1, or a fraction, which is rounded to the nearest double. */
export const number: ModelType<number> = { type: types.number };

export function list<T>(element: ModelType<T>): ModelType<readonly (T | null)[]> {
  return { type: types.list(element.type) };
}

export function object<F extends Readonly<Record<string, ModelType<unknown>>>>(
  fields: F,
): ModelType<{ readonly [K in keyof F]: ModelOf<F[K]> | null }> {
  const attributes = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type]));
  return { type: types.object(attributes) };
}

/** `optional-computed`: the provider sets the value if the configuration does not set it. */
type Mode = "required" | "optional" | "computed" | "optional-computed";

/** A method type, so that `Attribute<string>` is an `Attribute<unknown>`. */
export type Validator<T> = { check(value: T): Problem | undefined }["check"];

export interface Problem {
  readonly summary: string;
  readonly detail: string;
  /** A warning lets the plan continue. @default error */
  readonly severity?: "error" | "warning";
}

interface AttributeOptions<T> {
  readonly description: string;
  /** Terraform prints "(sensitive value)" instead of the value. @default false */
  readonly sensitive?: boolean;
  readonly validate?: Validator<T>;
  /**
   * If true, updates keep the computed value. Otherwise, the plan of an update shows the value as unknown.
   */
  readonly useStateForUnknown?: boolean;
  /** If two values mean the same, a read keeps the known value. */
  readonly semanticEquals?: { compare(a: T | null, b: T | null): boolean }["compare"];
}

/** `N` is true if the value in a state may be null. */
export interface Attribute<T = unknown, M extends Mode = Mode, N extends boolean = boolean> {
  readonly mode: M;
  readonly nullable: N;
  readonly of: ModelType<T>;
  readonly options: AttributeOptions<T>;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export type ResourceAttributes = Readonly<
  Record<string, Attribute<unknown, "required" | "optional" | "computed">>
>;

function attribute<M extends Mode, N extends boolean>(mode: M, nullable: N) {
  return <T>(of: ModelType<T>, options: AttributeOptions<T>): Attribute<T, M, N> => ({
    mode,
    nullable,
    of,
    options,
  });
}

export const required = attribute("required", false);

/** The attribute is null if the configuration does not set it. */
export const optional = attribute("optional", true);

/** The provider sets the attribute. The value in a state may be null, for example before the first read. */
export const computedOrNull = attribute("computed", true);

/** The provider sets the attribute in every saved state. */
export const computed = attribute("computed", false);

export const optionalComputed = attribute("optional-computed", false);

type ValueIn<A> = A extends Attribute<infer T, Mode, boolean> ? T : never;
type NullIn<A> = A extends { readonly nullable: false } ? never : null;

/** A complete state: all values are known. */
export type StateOf<A extends Attributes> = { readonly [K in keyof A]: ValueIn<A[K]> | NullIn<A[K]> };

/**
 * A stored state: any value may be null, because the state is incomplete after an import or a failed create.
 */
export type PriorOf<A extends Attributes> = { readonly [K in keyof A]: ValueIn<A[K]> | null };

/** A configuration: each value may be null or unknown. */
export type ConfigOf<A extends Attributes> = { readonly [K in keyof A]: ValueIn<A[K]> | null | Unknown };

/** A plan that the provider may still change: each value may be unknown. */
export type PlanOf<A extends Attributes> = {
  readonly [K in keyof A]: ValueIn<A[K]> | NullIn<A[K]> | Unknown;
};

/** A plan that is applied: only computed values may be unknown. */
export type FinalPlanOf<A extends Attributes> = {
  readonly [K in keyof A]:
    | ValueIn<A[K]>
    | NullIn<A[K]>
    | (A[K] extends { readonly mode: "computed" } ? Unknown : never);
};

export interface Schema<A extends Attributes = Attributes> {
  /** Increase the version if stored states need an upgrade. @default 0 */
  readonly version?: number;
  readonly description: string;
  readonly attributes: A;
}

export interface NamedAttribute {
  readonly name: string;
  readonly attribute: Attribute;
}

/** Destructuring pairs would be slower than objects with a name. */
export const listAttributes: (attributes: Attributes) => readonly NamedAttribute[] = onceForEach(
  (attributes) => Object.entries(attributes).map(([name, attribute]) => ({ name, attribute })),
);

export const objectType: (schema: Schema) => Type = onceForEach(({ attributes }) =>
  types.object(Object.fromEntries(Object.entries(attributes).map(([name, { of }]) => [name, of.type]))),
);

export function isCurrent(schema: Schema, version: number): boolean {
  return version === (schema.version ?? 0);
}

export function isComputed(attribute: Attribute): boolean {
  return attribute.mode === "computed" || attribute.mode === "optional-computed";
}
