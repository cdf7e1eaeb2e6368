/** Largest number of characters of all items together, to limit memory. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Keeps the newest items: at most `most` of them, and fewer if they are too large together. */
export class Recent<Item> {
  readonly #items: Item[] = [];
  readonly #sizes: number[] = [];
  #total = 0;

  constructor(readonly most: number) {}

  /** Adds an item with about `size` characters. Removes old items above the limits, never the new one. */
  add(item: Item, size: number): void {
    this.#items.push(item);
    this.#sizes.push(size);
    this.#total += size;
    while (this.#items.length > this.most || (this.#total > MAX_CHARACTERS && this.#items.length > 1)) {
      this.#items.shift();
      this.#total -= this.#sizes.shift()!;
    }
  }

  /** Oldest first. */
  get all(): readonly Item[] {
    return this.#items;
  }

  clear(): void {
    this.#items.length = 0;
    this.#sizes.length = 0;
    this.#total = 0;
  }
}
