import type { NumberValue } from "./number";

/** One end of the range of an unknown number. */
export interface NumberBound {
  readonly value: NumberValue;
  readonly inclusive: boolean;
}

/** What is known about an unknown value. The value at apply must satisfy a planned refinement. */
export interface Refinement {
  readonly nullness?: "null" | "notNull";
  /** The known beginning of an unknown string. */
  readonly prefix?: string;
  /** The range of an unknown number. */
  readonly lower?: NumberBound;
  readonly upper?: NumberBound;
  /** The size of an unknown list, set or map, both ends inclusive. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A value that is known only after the apply. */
export class Unknown {
  constructor(readonly refinement?: Refinement) {}
}

/** The unknown value without refinement. */
export const unknown = new Unknown();

/** Reports whether a value is unknown. */
export function isUnknown(value: Value): value is Unknown {
  return value instanceof Unknown;
}

/** An object by attribute. Decoded objects have every attribute of their type and inherit nothing. */
export interface ObjectValue {
  readonly [attribute: string]: Value;
}

/**
 * A value of any `Type`: lists and sets are arrays, maps are `Map`s, objects are plain objects.
 * Values of every type may be null or unknown.
 */
export type Value =
  | null
  | Unknown
  | string
  | boolean
  | NumberValue
  | readonly Value[]
  | ReadonlyMap<string, Value>
  | ObjectValue;
