/** An HTTP date has a year of four digits (RFC 9110, 5.6.7); a time beyond it may be none that a Date can hold. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * The server's time as far as its answers tell it. HTTP's Date header counts whole seconds, so what is known is a time
 * that the server's clock had passed when the answer came; the machine's own clock only carries it forward. Behind one address
 * there may be several machines, whose clocks differ.
 */
export class ServerClock {
  #most = Number.NEGATIVE_INFINITY;
  #least = Number.POSITIVE_INFINITY;
  #last: string | undefined;

  /** `date` is an answer's Date header, `now` this machine's time in milliseconds at its arrival. Anything else is ignored. */
  note(date: string | undefined, now: number): void {
    // The same second again, and later: that tells less than the first time.
    if (date === undefined || date === this.#last) return;
    const said = Date.parse(date);
    if (!(said >= 0 && said <= LATEST)) return;
    this.#last = date;
    this.#most = Math.max(this.#most, said - now);
    this.#least = Math.min(this.#least, said - now);
  }

  /** A time in milliseconds since 1970 that the server's clock has passed; undefined before the first answer with a date. */
  passed(now: number): number | undefined {
    return this.#last === undefined ? undefined : now + this.#most;
  }

  /** The same by the clock that is furthest behind. */
  passedByAll(now: number): number | undefined {
    return this.#last === undefined ? undefined : now + this.#least;
  }
}
