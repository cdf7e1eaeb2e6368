import type { Kind } from "../api";
import { Recent, type SimulatedObject, textOf, type Write } from "./common";

const REMEMBERED_WRITES = 1_000;

interface Query {
  readonly kind: Kind;
  readonly workspaceId: string;
  readonly staleBy: number;
}

interface Hidden {
  /** Undefined if reads do not find the object. */
  readonly shown: SimulatedObject | undefined;
  readonly subject: SimulatedObject;
  readonly rule: string;
  readsLeft: number;
}

/** While a write is hidden, reads return the object as it was before the write. */
export class Visibility {
  readonly #hidden = new Map<string, Hidden>();
  readonly #writes = new Recent<Write>(REMEMBERED_WRITES);
  /** Delayed writes, oldest first. `until` is in milliseconds since 1970. */
  #lagging: { readonly write: Write; readonly until: number }[] = [];

  constructor(
    readonly world: {
      find(id: string): SimulatedObject | undefined;
      list(kind: Kind, workspaceId: string): SimulatedObject[];
    },
    readonly now: () => Date,
  ) {}

  remember(write: Write): void {
    this.#writes.add(write, sizeOf(write.before) + sizeOf(write.after));
  }

  /** Hides a write from the next `reads` reads of its object. Default: until its rule is released. */
  hide({ before, after }: Write, rule: string, reads = Infinity): void {
    const subject = after ?? before;
    const { shown } = this.#hidden.get(subject.id) ?? { shown: before };
    this.#hidden.set(subject.id, { shown, subject, rule, readsLeft: reads });
  }

  delay(write: Write, ms: number): void {
    this.#lagging.push({ write, until: this.now().getTime() + ms });
  }

  release(rule?: string): void {
    for (const [id, { rule: hiddenBy }] of this.#hidden) {
      if (rule === undefined || rule === hiddenBy) this.#hidden.delete(id);
    }
  }

  clear(): void {
    this.#hidden.clear();
    this.#writes.clear();
    this.#lagging = [];
  }

  /** Counts as one read of the object. */
  get(query: Query, id: string): SimulatedObject | undefined {
    const { kind, workspaceId } = query;
    const overrides = this.#overrides(query, id);
    const object = overrides.has(id) ? overrides.get(id) : this.world.find(id);
    return object?.kind === kind && object.workspaceId === workspaceId ? object : undefined;
  }

  /** Objects are in creation order. Counts as one read of each object. */
  list(query: Query): SimulatedObject[] {
    const overrides = this.#overrides(query);
    const objects = this.world.list(query.kind, query.workspaceId);
    if (overrides.size === 0) return objects;
    const untouched = objects.filter(({ id }) => !overrides.has(id));
    const older = [...overrides.values()].filter((object) => object !== undefined);
    return [...untouched, ...older].sort((a, b) => a.sequence - b.sequence);
  }

  /**
   * Maps an object's id to the version that reads show instead of the newest, or to undefined if reads do not
   * find the object.
   */
  #overrides({ kind, workspaceId, staleBy }: Query, id?: string): Map<string, SimulatedObject | undefined> {
    const overrides = new Map<string, SimulatedObject | undefined>();
    const concerns = (object: SimulatedObject) =>
      object.kind === kind && object.workspaceId === workspaceId && (id === undefined || object.id === id);
    for (const { before, after } of this.#unshown(workspaceId, staleBy)) {
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

  /** Returns the delayed writes and the last `staleBy` writes, newest first. */
  #unshown(workspaceId: string, staleBy: number): Write[] {
    const now = this.now().getTime();
    this.#lagging = this.#lagging.filter(({ until }) => until > now);
    if (this.#lagging.length + staleBy === 0) return [];
    const isOwn = ({ before, after }: Write) => (after ?? before).workspaceId === workspaceId;
    const last = staleBy === 0 ? [] : this.#writes.all.filter(isOwn).slice(-staleBy);
    const unshown = new Set([...last, ...this.#lagging.map(({ write }) => write)]);
    return this.#writes.all.filter((write) => unshown.has(write)).reverse();
  }
}

function sizeOf(object: SimulatedObject | undefined): number {
  return object === undefined ? 0 : object.name.length + textOf(object).length;
}
