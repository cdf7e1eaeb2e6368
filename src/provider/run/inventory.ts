import type { Doubt } from "../../client";
import type { Listed } from "../../objects/found";
import { Listing, type OnDoubt } from "../../objects/listing";
import { withinAll } from "./polling";

export class Inventory {
  begun: Promise<Listing> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  /** The newest list may have begun before this run's last write. */
  newest: Listing | undefined;
  wasEmpty = false;
  /** Why the lists of this run may lack objects; undefined if they are complete. */
  doubt: Doubt | undefined;
  #next: { readonly listing: Promise<Listing>; readonly signals: AbortSignal[] } | undefined;

  constructor(readonly list: (signal: AbortSignal, onDoubt: OnDoubt) => AsyncIterable<readonly Listed[]>) {}

  /** The first list shows the objects that existed before this run created any. */
  first(signal: AbortSignal): Promise<Listing> {
    return (this.begun ??= this.fresh(signal).catch((error: unknown) => {
      this.begun = undefined;
      throw error;
    }));
  }

  /** The list begins after this call. Concurrent callers share one list. */
  fresh(signal: AbortSignal): Promise<Listing> {
    this.#next ??= this.#afterTheRunning();
    this.#next.signals.push(signal);
    return this.#next.listing;
  }

  since(moment: number, signal: AbortSignal): Promise<Listing> {
    const newest = this.newest;
    return newest !== undefined && newest.begunAt > moment ? Promise.resolve(newest) : this.fresh(signal);
  }

  #afterTheRunning() {
    const signals: AbortSignal[] = [];
    const listing = this.#running.then(() => {
      this.#next = undefined;
      const read = withinAll(signals, (signal) => this.#read(signal));
      this.#running = read.catch(() => undefined);
      return read;
    });
    return { listing, signals };
  }

  async #read(signal: AbortSignal): Promise<Listing> {
    const listing = await Listing.read((onDoubt) => this.list(signal, onDoubt));
    this.doubt ??= listing.doubt;
    this.newest = listing;
    this.wasEmpty ||= listing.isEmpty;
    return listing;
  }
}
