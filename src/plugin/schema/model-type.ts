import { types, type NumberValue, type Type } from "../values";

/** A Terraform type with the TypeScript type of its known, non-null values. Models are inferred from it. */
export interface ModelType<T> {
  readonly type: Type;
  /** Never set. The property only carries `T`, so that TypeScript can infer it. */
  readonly model?: T;
}

type ModelOf<M> = M extends ModelType<infer T> ? T : never;

export const string: ModelType<string> = { type: types.string };
export const bool: ModelType<boolean> = { type: types.bool };
/** Any number of Terraform without loss of digits (see NumberValue). */
export const number: ModelType<NumberValue> = { type: types.number };
/** A whole number in JavaScript's safe range. Not checked: only for values that the provider sets. */
export const integer: ModelType<number> = { type: types.number };

/** A list of elements that may be null. */
export function list<T>(element: ModelType<T>): ModelType<readonly (T | null)[]> {
  return { type: types.list(element.type) };
}

/** An object that has every attribute. The value of each attribute may be null. */
export function object<F extends Readonly<Record<string, ModelType<unknown>>>>(
  fields: F,
): ModelType<{ readonly [K in keyof F]: ModelOf<F[K]> | null }> {
  const attributes = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type]));
  return { type: types.object(attributes) };
}
