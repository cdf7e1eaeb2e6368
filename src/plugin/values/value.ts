import type { NumberValue } from "./number";
import type { Type } from "./types";

/** One end of the range of an unknown number. */
export interface NumberBound {
  readonly value: NumberValue;
  readonly inclusive: boolean;
}

/** What is known of an unknown value. A provider that plans a refinement must keep to it at apply. */
export interface Refinement {
  readonly nullness?: "null" | "notNull";
  /** What an unknown string will begin with. */
  readonly prefix?: string;
  /** The range of an unknown number. */
  readonly lower?: NumberBound;
  readonly upper?: NumberBound;
  /** The size of an unknown list, set or map, both ends inclusive. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A value that only an apply will tell. */
export class Unknown {
  constructor(readonly refinement?: Refinement) {}
}

/** The unknown value of which nothing is known. */
export const unknown = new Unknown();

export function isUnknown(value: Value): value is Unknown {
  return value instanceof Unknown;
}

/** A value in a place of type `dynamic`, with the type it brought along. */
export class Dynamic {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

/** An object by attribute. Decoded objects carry every attribute of their type and inherit no names. */
export interface ObjectValue {
  readonly [attribute: string]: Value;
}

/**
 * A value of some `Type`: lists, sets and tuples are arrays, maps are `Map`s because their keys are the user's own
 * words, objects are plain objects. A null or unknown value stands in any place.
 */
export type Value =
  | null
  | Unknown
  | string
  | boolean
  | NumberValue
  | readonly Value[]
  | ReadonlyMap<string, Value>
  | ObjectValue
  | Dynamic;
