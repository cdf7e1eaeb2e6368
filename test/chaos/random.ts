/** Random numbers that follow from a text alone: the same text, the same numbers, on every machine. */
export class Random {
  #state: number;

  constructor(key: string) {
    // FNV-1a; the mixing of `next` spreads what is left close together.
    this.#state = [...key].reduce(
      (hash, char) => Math.imul(hash ^ char.codePointAt(0)!, 0x01000193),
      0x811c9dc5,
    );
  }

  /** From 0 up to 1 (splitmix32). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }

  /** One of the values by weight. */
  weighted<T>(values: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * values.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of values) if ((left -= weight) < 0) return value;
    return values.at(-1)![1];
  }
}
