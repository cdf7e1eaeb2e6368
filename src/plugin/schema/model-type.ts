import { types, type NumberValue, type Type } from "../values";

/**
 * A Terraform type with the TypeScript type of its known, non-null values. Schemas consist of these, so that
 * a resource's model is inferred from its schema.
 */
export interface ModelType<T> {
  readonly type: Type;
  /** True if a number must be a safe JavaScript integer; validation and function calls check that. */
  readonly integer?: true;
  /** Never set: carries `T` for inference. */
  readonly model?: T;
}

type ModelOf<M> = M extends ModelType<infer T> ? T : never;

/** Terraform's string. */
export const string: ModelType<string> = { type: types.string };
/** Terraform's bool. */
export const bool: ModelType<boolean> = { type: types.bool };
/** Any number, without loss: see NumberValue. */
export const number: ModelType<NumberValue> = { type: types.number };
/** A whole number within JavaScript's safe range. */
export const integer: ModelType<number> = { type: types.number, integer: true };

/**
 * Returns what is wrong with a known, non-null value if the model is an integer; undefined when it is valid.
 */
export function integerProblem(of: ModelType<unknown>, value: unknown): string | undefined {
  if (of.integer !== true || Number.isSafeInteger(value)) return undefined;
  return `must be a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
}

/** A list of elements that may be null. */
export function list<T>(element: ModelType<T>): ModelType<readonly (T | null)[]> {
  return { type: types.list(element.type) };
}

/** A set of elements that may be null, as an array. */
export function set<T>(element: ModelType<T>): ModelType<readonly (T | null)[]> {
  return { type: types.set(element.type) };
}

/** An object with every attribute; each may be null. */
export function object<F extends Readonly<Record<string, ModelType<unknown>>>>(
  fields: F,
): ModelType<{ readonly [K in keyof F]: ModelOf<F[K]> | null }> {
  const attributes = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type]));
  return { type: types.object(attributes) };
}
