import { type PathStep, ValueError } from "./path";

/**
 * Keeps the path to a value for the error of a codec: the steps are added while the error propagates, so that
 * valid values cost nothing.
 */
export class Walk {
  private readonly path: PathStep[] = [];

  /** Adds one step to the path of an error, from the inside out. Returns the error. */
  withStep(step: PathStep, error: unknown): unknown {
    this.path.push(step);
    return error;
  }

  /** Returns an error with the whole path. */
  withPath(error: unknown): unknown {
    return error instanceof ValueError ? new ValueError(error.reason, this.path.toReversed()) : error;
  }
}
