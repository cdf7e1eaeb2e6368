import type { Unknown } from "../values";
import type { ModelType } from "./model-type";

/** Who decides an attribute's value: the configuration, the provider, or whichever has one. */
type Mode = "required" | "optional" | "computed" | "optional-computed";

/**
 * Says what is wrong with a known, non-null configured value, or undefined where it is fine.
 *
 * Declared through a method so that an attribute of strings is also an attribute of anything: the framework only
 * ever calls it with values of the attribute's own type.
 */
export type Validator<T> = { check(value: T): Problem | undefined }["check"];

export interface Problem {
  /** One sentence that says what is wrong. */
  readonly summary: string;
  /** What to do about it. */
  readonly detail: string;
  /** A warning lets the plan go on. Default: an error. */
  readonly severity?: "error" | "warning";
}

/** Changes the planned value of one attribute (terraform-protocol.md, section 4, step 5). */
export interface PlanModifier {
  readonly kind: "keep-state" | "requires-replace";
}

interface AttributeOptions<T> {
  /** Markdown, shown in documentation and editors. */
  readonly description: string;
  /** Terraform prints "(sensitive value)" instead. Default false. */
  readonly sensitive?: boolean;
  /** What to use instead; shown as a warning wherever the attribute is configured with a known value. */
  readonly deprecated?: string;
  readonly validate?: readonly Validator<T>[];
  readonly plan?: readonly PlanModifier[];
  /** Planned where the configuration has none; needs mode "optional-computed". */
  readonly default?: T;
  /**
   * True where two values mean the same. A value read back that is equivalent to the one Terraform knows is
   * normalisation, not drift, and Terraform's own is kept (section 3, "Normalisation vs drift"). Null is compared
   * too, but only where the attribute may be null. A configuration that changes to an equivalent value updates the object
   * and never replaces it.
   */
  readonly equivalent?: { compare(a: T | null, b: T | null): boolean }["compare"];
}

/** One attribute of a schema. `N` is true where a state may hold null for it. */
export interface Attribute<T = unknown, M extends Mode = Mode, N extends boolean = boolean> {
  readonly mode: M;
  readonly nullable: N;
  readonly of: ModelType<T>;
  readonly options: AttributeOptions<T>;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export function required<T>(of: ModelType<T>, options: AttributeOptions<T>): Attribute<T, "required", false> {
  return { mode: "required", nullable: false, of, options };
}

export function optional<T>(of: ModelType<T>, options: AttributeOptions<T>): Attribute<T, "optional", true> {
  return { mode: "optional", nullable: true, of, options };
}

/** Set by the provider; a state may lack it for a while, such as between a create and the first read. */
export function computedOrNull<T>(
  of: ModelType<T>,
  options: AttributeOptions<T>,
): Attribute<T, "computed", true> {
  return { mode: "computed", nullable: true, of, options };
}

/** Set by the provider; every saved state has a value. */
export function computed<T>(of: ModelType<T>, options: AttributeOptions<T>): Attribute<T, "computed", false> {
  return { mode: "computed", nullable: false, of, options };
}

/** Set by the configuration, else by the provider; every saved state has a value. */
export function optionalComputed<T>(
  of: ModelType<T>,
  options: AttributeOptions<T>,
): Attribute<T, "optional-computed", false> {
  return { mode: "optional-computed", nullable: false, of, options };
}

/** A computed value that an update of this object does not change stays known in the plan. */
export const keepState: PlanModifier = { kind: "keep-state" };

/** A change of this attribute cannot be made in place. */
export const requiresReplace: PlanModifier = { kind: "requires-replace" };

type ValueIn<A> = A extends Attribute<infer T, Mode, boolean> ? T : never;
type NullIn<A> = A extends { readonly nullable: false } ? never : null;

/** A complete state: everything known. */
export type StateOf<A extends Attributes> = { readonly [K in keyof A]: ValueIn<A[K]> | NullIn<A[K]> };

/** A stored state that may be incomplete: after an import only the id is there, after a failed create some of it. */
export type PriorOf<A extends Attributes> = { readonly [K in keyof A]: ValueIn<A[K]> | null };

/** A configuration: anything may be null or not yet known. */
export type ConfigOf<A extends Attributes> = { readonly [K in keyof A]: ValueIn<A[K]> | null | Unknown };

/** A plan while it is made: anything may still be unknown. */
export type PlanOf<A extends Attributes> = {
  readonly [K in keyof A]: ValueIn<A[K]> | NullIn<A[K]> | Unknown;
};

/** A plan that is applied: the configuration is known by now, only what the provider decides may be unknown. */
export type FinalPlanOf<A extends Attributes> = {
  readonly [K in keyof A]:
    | ValueIn<A[K]>
    | NullIn<A[K]>
    | (A[K] extends { readonly mode: "computed" | "optional-computed" } ? Unknown : never);
};
