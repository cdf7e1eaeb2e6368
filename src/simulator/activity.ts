import type { ServerResponse } from "node:http";

/** For how long nobody has called, by the machine's own clock: the simulator's may stand still in a test. */
export class Activity {
  #open = 0;
  #lastEnd = performance.now();

  /**
   * Counts a request as open until its answer has gone out, or its connection is gone.
   * @internal Kept out of the declarations, for a project without the types of Node has no ServerResponse.
   */
  begin(response: ServerResponse): void {
    this.#open += 1;
    response.once("close", () => {
      this.#open -= 1;
      this.#lastEnd = performance.now();
    });
  }

  /** Milliseconds since the last request ended; 0 while one is open. */
  idleMs(): number {
    return this.#open > 0 ? 0 : performance.now() - this.#lastEnd;
  }
}
