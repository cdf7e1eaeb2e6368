import type { Listing } from "../../objects/listing";

/** Records whether the server has shown a write of this run late, for the objects of one kind. */
export class Lag {
  /** When the server confirmed each create, by id, in milliseconds of `performance.now`. */
  readonly #createdAt = new Map<string, number>();
  /** True if a read or a list of this run lacked an earlier write of this run. */
  isShown = false;

  recordCreated(id: string): void {
    this.#createdAt.set(id, performance.now());
  }

  recordDeleted(id: string): void {
    this.#createdAt.delete(id);
  }

  /** Looks for objects that this run had created before the list began and that the list lacks. */
  recordList(listing: Listing): void {
    if (this.isShown) return;
    for (const [id, createdAt] of this.#createdAt) {
      if (createdAt < listing.begunAt && listing.spellingOf(id) === undefined) this.isShown = true;
    }
  }
}
