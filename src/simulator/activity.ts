import type { ServerResponse } from "node:http";

/**
 * Measures how long no request has been open. It uses the machine's clock, because the simulator's own clock
 * (`now`) may stand still in a test.
 */
export class Activity {
  #open = 0;
  #lastEnd = performance.now();

  /**
   * Counts a request as open until its response is sent or its connection is closed.
   * @internal A project without Node's types has no ServerResponse.
   */
  begin(response: ServerResponse): void {
    this.#open += 1;
    response.once("close", () => {
      this.#open -= 1;
      this.#lastEnd = performance.now();
    });
  }

  /** Returns the milliseconds since the last request ended; 0 while one is open. */
  idleMs(): number {
    return this.#open > 0 ? 0 : performance.now() - this.#lastEnd;
  }
}
