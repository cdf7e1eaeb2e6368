import { type PathStep, ValueError } from "./path";
import { MAX_DEPTH } from "./types";

/**
 * Tracks the depth of a codec, and the path to a value after an error: the steps are added while the error
 * propagates, so that valid values cost nothing.
 */
export class Walk {
  private depth = 0;
  private readonly path: PathStep[] = [];

  /** Enters a value that contains others; throws ValueError beyond `MAX_DEPTH`. */
  enter(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new ValueError(`values nest deeper than ${MAX_DEPTH} levels`);
  }

  /** Leaves a value that contains others. */
  leave(): void {
    this.depth -= 1;
  }

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
