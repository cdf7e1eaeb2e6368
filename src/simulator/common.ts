import { createHash } from "node:crypto";
import type { clusterFields, Kind, snippetFields, ValuesOf } from "../api";
import { type Shape, ShapeError } from "../util/shape";

/** An invalid option, fault rule or call of the control interface. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/**
 * Errors name places that begin with `place`.
 * @throws InvalidInput
 */
export function read<T>(place: string, value: unknown, shape: Shape<T>): T {
  try {
    return shape(value, place);
  } catch (error) {
    throw error instanceof ShapeError ? new InvalidInput(`${error.message}.`) : error;
  }
}

type Kept<K extends Kind> = {
  readonly kind: K;
  /** Position in the creation order of all objects. No two objects ever have the same position. */
  readonly sequence: number;
};

// TypeScript shows users the name of an intersection type, instead of all its members.
export type SimulatedCluster = Kept<"cluster"> & Readonly<ValuesOf<typeof clusterFields>>;
export type SimulatedSnippet = Kept<"snippet"> & Readonly<ValuesOf<typeof snippetFields>>;

export type SimulatedObject = SimulatedCluster | SimulatedSnippet;

export function textOf(object: SimulatedObject): string {
  return object.kind === "cluster" ? (object.description ?? "") : object.prompt;
}

export interface Put {
  readonly before: SimulatedObject | undefined;
  readonly after: SimulatedObject;
}

export type Write = Put | { readonly before: SimulatedObject; readonly after: undefined };

export type Randomness = (series: string, n: number) => string;

/** The same seed and the same calls give the same ids and faults. */
export function randomnessOf(seed: string): Randomness {
  return (series, n) => {
    const text = JSON.stringify([seed, series, n]);
    return createHash("sha256").update(text).digest("hex");
  };
}

const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Keeps at most `most` of the newest items. Keeps fewer items if their total size is too large. */
export class Recent<Item> {
  #kept: { readonly item: Item; readonly size: number }[] = [];
  #total = 0;

  constructor(readonly most: number) {}

  /** `size` is in characters. Drops old items above the limits, but never the new item. */
  add(item: Item, size: number): void {
    this.#kept.push({ item, size });
    this.#total += size;
    while (this.#kept.length > this.most || (this.#total > MAX_CHARACTERS && this.#kept.length > 1)) {
      this.#total -= this.#kept.shift()!.size;
    }
  }

  get all(): readonly Item[] {
    return this.#kept.map(({ item }) => item);
  }

  clear(): void {
    this.#kept = [];
    this.#total = 0;
  }
}
