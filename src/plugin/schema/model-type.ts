import { types, type NumberValue, type Type } from "../values";

/**
 * A Terraform type together with the TypeScript type of its known, non-null values. Schemas are built from these,
 * so that a resource's model is inferred from its schema and the two cannot disagree.
 */
export interface ModelType<T> {
  readonly type: Type;
  /**
   * True where Terraform's number must be a whole one that fits a JavaScript integer; checked at validate, and in the
   * arguments of functions.
   */
  readonly integer?: true;
  /** Never set: it carries `T` for inference only. */
  readonly model?: T;
}

type ModelOf<M> = M extends ModelType<infer T> ? T : never;

export const string: ModelType<string> = { type: types.string };
export const bool: ModelType<boolean> = { type: types.bool };
/** Any number, lossless: see NumberValue. */
export const number: ModelType<NumberValue> = { type: types.number };
/** A whole number within JavaScript's safe range. */
export const integer: ModelType<number> = { type: types.number, integer: true };

/** What is wrong with a known, non-null value that the model says is an integer; undefined where nothing is. */
export function integerProblem(of: ModelType<unknown>, value: unknown): string | undefined {
  if (of.integer !== true || Number.isSafeInteger(value)) return undefined;
  return `must be a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
}

export function list<T>(element: ModelType<T>): ModelType<readonly (T | null)[]> {
  return { type: types.list(element.type) };
}

export function set<T>(element: ModelType<T>): ModelType<readonly (T | null)[]> {
  return { type: types.set(element.type) };
}

export function map<T>(element: ModelType<T>): ModelType<ReadonlyMap<string, T | null>> {
  return { type: types.map(element.type) };
}

/** An object whose attributes are all present and may each be null. */
export function object<F extends Readonly<Record<string, ModelType<unknown>>>>(
  fields: F,
): ModelType<{ readonly [K in keyof F]: ModelOf<F[K]> | null }> {
  const attributes = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type]));
  return { type: types.object(attributes) };
}
