/** What is remembered of each kind altogether: beyond it a simulator that is sent large texts would fill the memory. */
const LARGEST_TOTAL = 64 * 1024 * 1024;

/** The newest items: at most so many, and fewer where together they are too large. */
export class Recent<Item> {
  readonly #most: number;
  readonly #items: Item[] = [];
  readonly #sizes: number[] = [];
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `size` is about the characters that it holds. The newest item stays, however large it is. */
  add(item: Item, size: number): void {
    this.#items.push(item);
    this.#sizes.push(size);
    this.#total += size;
    while (this.#items.length > this.#most || (this.#total > LARGEST_TOTAL && this.#items.length > 1)) {
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
