import { fc } from "../fast-check";
import { calm, type Step } from "./program";

export const choice = fc.nat({ max: 999 });
export const kind = fc.constantFrom("cluster" as const, "snippet" as const);
export const skew = fc.constantFrom(0, 0, 0, -30_000, 30_000);
export const type = <const T>(value: T) => fc.constant(value);
export const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** A list as long as one of these numbers. */
export function several<T>(arbitrary: fc.Arbitrary<T>, lengths: readonly number[]): fc.Arbitrary<T[]> {
  return fc
    .constantFrom(...lengths)
    .chain((length) => fc.array(arbitrary, { minLength: length, maxLength: length }));
}

/** A value in `share` of ten steps, else the one of a calm step. */
export function sometimes<K extends keyof Step>(
  name: K,
  share: number,
  arbitrary: fc.Arbitrary<Step[K]>,
): fc.Arbitrary<Step[K]> {
  return fc.oneof(weighted(10 - share, type(calm[name])), weighted(share, arbitrary));
}
