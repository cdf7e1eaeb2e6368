import { type Shape, ShapeError } from "../util/shape";

/** An error in an option, a fault rule or a call of the control interface. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/** Returns a value of this shape. `place` begins the places that errors name. @throws InvalidInput */
export function read<T>(place: string, value: unknown, shape: Shape<T>): T {
  try {
    return shape(value, place);
  } catch (error) {
    throw error instanceof ShapeError ? new InvalidInput(`${error.message}.`) : error;
  }
}
