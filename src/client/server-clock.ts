/**
 * The server's time as far as its answers tell it. HTTP's Date header counts whole seconds, so what is known is a time
 * that the server's clock had passed when the answer came; the machine's own clock only carries it forward.
 */
export class ServerClock {
  #offset: number | undefined;
  #last: string | undefined;

  /** `date` is an answer's Date header, `now` this machine's time in milliseconds at its arrival. */
  note(date: string | undefined, now: number): void {
    // The same second again, and later: that tells less than the first time.
    if (date === undefined || date === this.#last) return;
    this.#last = date;
    const said = Date.parse(date);
    if (Number.isNaN(said)) return;
    this.#offset = Math.max(this.#offset ?? Number.NEGATIVE_INFINITY, said - now);
  }

  /** A time in milliseconds since 1970 that the server's clock has passed; undefined before the first answer with a date. */
  passed(now: number): number | undefined {
    return this.#offset === undefined ? undefined : now + this.#offset;
  }
}
