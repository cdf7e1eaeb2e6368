import type { Readable } from "../../objects/found";
import { instantOf } from "../../objects/instant";
import type { Listing } from "../../objects/listing";

/** Records when the server has shown the writes of this run, for the objects of one kind. */
export class Lag {
  /** When the server confirmed each create, by id, in milliseconds of `performance.now`. */
  readonly #createdAt = new Map<string, number>();
  /** True if a read or a list of this run lacked an earlier write of this run. */
  isShown = false;
  /**
   * The latest creation time of an object that this run has written and read, in milliseconds since 1970. A server may
   * send times of updates as local time, and those of creations not, so they are not compared.
   */
  latestCreation = Number.NEGATIVE_INFINITY;

  recordTimes({ createdAt }: Readable): void {
    const time = instantOf(createdAt);
    if (time > this.latestCreation) this.latestCreation = time;
  }

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
