import type { Kind } from "../api";
import type { SimulatedObject, Store } from "./store";
import { Recent } from "./recent";
import type { Write } from "./world";

/** How many writes a stale read can lag at most. */
const REMEMBERED_WRITES = 1_000;

/** Objects a read sees differently from the store: an older version, or undefined for "not there". */
type Overrides = Map<string, SimulatedObject | undefined>;

interface Hidden {
  /** What reads see for now. */
  readonly shown: SimulatedObject | undefined;
  readonly subject: SimulatedObject;
  /** The fault rule that hid it. */
  readonly rule: string;
  readsLeft: number;
}

/**
 * What reads get to see when the service is not consistent at once. Hiding a write shows the object as it was
 * before: a created one is missing, an updated one is old, a deleted one is still there. Writes see the truth.
 */
export class Visibility {
  readonly #store: Store;
  readonly #hidden = new Map<string, Hidden>();
  readonly #writes = new Recent<Write>(REMEMBERED_WRITES);

  constructor(store: Store) {
    this.#store = store;
  }

  remember(write: Write): void {
    this.#writes.add(write, sizeOf(write.before) + sizeOf(write.after));
  }

  /** Hides a write from the next `reads` reads that would show it; without a number, until it is released. */
  hide({ before, after }: Write, rule: string, reads = Infinity): void {
    const subject = after ?? before;
    const shown = this.#hidden.has(subject.id) ? this.#hidden.get(subject.id)?.shown : before;
    this.#hidden.set(subject.id, { shown, subject, rule, readsLeft: reads });
  }

  /** Shows what a rule, or any rule, hid. */
  release(rule?: string): void {
    for (const [id, { rule: hiddenBy }] of this.#hidden) {
      if (rule === undefined || rule === hiddenBy) this.#hidden.delete(id);
    }
  }

  clear(): void {
    this.#hidden.clear();
    this.#writes.clear();
  }

  /** The object as a read sees it that lags `staleBy` writes of the workspace behind. Counts as one read of it. */
  get(kind: Kind, workspaceId: string, id: string, staleBy: number): SimulatedObject | undefined {
    const overrides = this.#overrides(kind, workspaceId, staleBy, id);
    const object = overrides.has(id) ? overrides.get(id) : this.#store.find(id);
    return object?.kind === kind && object.workspaceId === workspaceId ? object : undefined;
  }

  /** The objects as such a read sees them, in creation order. Counts as one read of each. */
  list(kind: Kind, workspaceId: string, staleBy: number): SimulatedObject[] {
    const overrides = this.#overrides(kind, workspaceId, staleBy);
    const objects = this.#store.list(kind, workspaceId);
    if (overrides.size === 0) return objects;
    const untouched = objects.filter(({ id }) => !overrides.has(id));
    const older = [...overrides.values()].filter((object) => object !== undefined);
    return [...untouched, ...older].sort((a, b) => a.sequence - b.sequence);
  }

  #overrides(kind: Kind, workspaceId: string, staleBy: number, id?: string): Overrides {
    const overrides: Overrides = new Map();
    const concerns = (object: SimulatedObject) =>
      object.kind === kind && object.workspaceId === workspaceId && (id === undefined || object.id === id);
    for (const { before, after } of this.#lastWrites(workspaceId, staleBy)) {
      const subject = after ?? before;
      if (concerns(subject)) overrides.set(subject.id, before);
    }
    for (const [hiddenId, hidden] of this.#hidden) {
      if (!concerns(hidden.subject)) continue;
      overrides.set(hiddenId, hidden.shown);
      hidden.readsLeft -= 1;
      if (hidden.readsLeft <= 0) this.#hidden.delete(hiddenId);
    }
    return overrides;
  }

  /** Newest first, so that the oldest version is what remains. */
  #lastWrites(workspaceId: string, count: number): Write[] {
    if (count === 0) return [];
    const own = this.#writes.all.filter(({ before, after }) => (after ?? before).workspaceId === workspaceId);
    return own.slice(-count).reverse();
  }
}

function sizeOf(object: SimulatedObject | undefined): number {
  if (object === undefined) return 0;
  const text = object.kind === "cluster" ? (object.description ?? "") : object.prompt;
  return object.name.length + text.length;
}
