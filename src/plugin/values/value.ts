import type { NumberValue } from "./number";

/** A value that is known only after the apply. */
export class Unknown {
  /**
   * `refinement` is what Terraform already knows about a configured value that is still unknown, for example
   * that it is not null. It has Terraform's encoding. A plan returns it to Terraform, so that Terraform can
   * also refine the values that depend on the attribute.
   */
  constructor(readonly refinement?: Uint8Array) {}
}

/** The unknown value without refinement. */
export const unknown = new Unknown();

export function isUnknown(value: Value): value is Unknown {
  return value instanceof Unknown;
}

/** The values of an object by attribute name. Decoded objects have every attribute and inherit nothing. */
export interface ObjectValue {
  readonly [attribute: string]: Value;
}

/** A value of any `Type`. A list is an array. A value of any type may be null or unknown. */
export type Value = null | Unknown | string | boolean | NumberValue | readonly Value[] | ObjectValue;
