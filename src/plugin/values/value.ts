import type { NumberValue } from "./number";

/** A value that is known only after the apply. */
export class Unknown {
  /**
   * `refinement` is what Terraform knows about a configured value, in Terraform's encoding. A plan returns it,
   * so that Terraform can also refine the values that depend on the attribute.
   */
  constructor(readonly refinement?: Uint8Array) {}
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

/** A value of any `Type`: lists are arrays. Values of every type may be null or unknown. */
export type Value = null | Unknown | string | boolean | NumberValue | readonly Value[] | ObjectValue;
