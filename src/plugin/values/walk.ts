import { type PathStep, ValueError } from "./path";
import { MAX_DEPTH } from "./types";

/**
 * Where a codec stands while it walks through a value: how deep it is, and, once an error is on its way out, through
 * which steps it came. The path is thus only ever built for a value that is wrong.
 */
export class Walk {
  private depth = 0;
  private readonly trail: PathStep[] = [];

  /** To be called before going into a value that holds others; throws ValueError beyond `MAX_DEPTH`. */
  enter(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new ValueError(`values nest deeper than ${MAX_DEPTH} levels`);
  }

  leave(): void {
    this.depth -= 1;
  }

  /** Notes one step of the way out of an error; returns the error, to be thrown on. */
  passing(step: PathStep, error: unknown): unknown {
    this.trail.push(step);
    return error;
  }

  /** The error with the whole path in it. */
  located(error: unknown): unknown {
    return error instanceof ValueError ? new ValueError(error.reason, this.trail.toReversed()) : error;
  }
}
