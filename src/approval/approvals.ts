import type { Kind } from "../objects/kinds";
import { compare, nearest, type Refusal } from "./compare";
import { Digester, signedText } from "./digests";
import { type Approval, type Change, type Digest, type Entry, notKnown, UNKNOWN } from "./format";

/** A run checks each change in the plan and in the apply, so each phase has its own count. */
export type Phase = "plan" | "apply";

export class Approvals {
  readonly #files: readonly File[];
  readonly #phases = { plan: new Assignment(), apply: new Assignment() };

  constructor(approvals: readonly Approval[]) {
    // Two copies of an approval approve its changes only once.
    const unique = new Map(approvals.map((approval) => [signedText(approval), approval]));
    this.#files = [...unique.values()].map((approval) => new File(approval));
  }

  /**
   * Returns undefined if an approval covers the change, and otherwise the reason why none does. A second plan
   * of an object, or a retried write (`write`), uses its first approval again.
   */
  use(change: Change, phase: Phase, write?: object): Refusal | undefined {
    const uses = this.#phases[phase];
    // Several resources may plan a create of the same name, so a planned create has no identity.
    const object = change.action === "create" ? write : JSON.stringify([change.kind, change.id]);
    if (object !== undefined) uses.release(object);
    const { places, refusals } = this.#judge(change);
    if (uses.add(places, object)) return undefined;
    return places.size === 0 ? nearest(refusals) : { is: "used up", times: places.size };
  }

  /** Returns why no entry covers the change. An entry that is used up still covers a change. */
  refusal(change: Change): Refusal | undefined {
    const { places, refusals } = this.#judge(change);
    return places.size > 0 ? undefined : nearest(refusals);
  }

  /** The reviewers saw each object that an entry updates, deletes or adopts. */
  isShown(kind: Kind, id: string): boolean {
    return this.#files.some((file) => file.isShown(kind, id));
  }

  #judge(change: Change) {
    const places = new Set<string>();
    const refusals: Refusal[] = [];
    for (const file of this.#files) {
      for (const entry of file.about(change)) {
        const refusal = compare(change, entry, file.digester);
        if (refusal !== undefined) refusals.push(refusal);
        else for (const place of file.placesOf(entry)) places.add(place);
      }
    }
    return { places, refusals };
  }
}

class File {
  readonly digester: Digester;
  readonly #entries = new Map<string, Entry[]>();
  readonly #places = new Map<Entry, readonly string[]>();

  constructor({ salt, entries }: Approval) {
    this.digester = new Digester(salt);
    const add = (key: string, entry: Entry) => {
      const known = this.#entries.get(key);
      if (known?.push(entry) === undefined) this.#entries.set(key, [entry]);
    };
    const times = new Map<string, number>();
    for (const entry of entries) {
      const { kind, object, action, after, resources } = entry;
      if (object !== null && object !== UNKNOWN) add(keyOf(kind, "object", object), entry);
      if (action === "create") add(keyOf(kind, "name", after!["name"]!), entry);
      const places = resources.map(({ stack, address }) => {
        const place = JSON.stringify([action === "create" ? "" : salt, stack, address]);
        times.set(place, (times.get(place) ?? 0) + 1);
        return `${place} ${times.get(place)}`;
      });
      this.#places.set(entry, places);
    }
  }

  /**
   * A place is one resource of an entry, and allows the change once. The same create may be in the reviews of
   * two pull requests, so both files give it the same place.
   */
  placesOf(entry: Entry): readonly string[] {
    return this.#places.get(entry)!;
  }

  isShown(kind: Kind, id: string): boolean {
    return this.#entries.has(keyOf(kind, "object", this.digester.object(kind, id)!));
  }

  about({ kind, action, id, after }: Change): Iterable<Entry> {
    const keys: string[] = [];
    if (typeof id === "string") keys.push(keyOf(kind, "object", this.digester.object(kind, id)!));
    if (action === "create") {
      const name = after!["name"]!;
      if (name !== notKnown) keys.push(keyOf(kind, "name", this.digester.text(kind, "name", name)));
      keys.push(keyOf(kind, "name", UNKNOWN));
    }
    return new Set(keys.flatMap((key) => this.#entries.get(key) ?? []));
  }
}

function keyOf(kind: Kind, by: "object" | "name", digest: Digest): string {
  return `${kind} ${by} ${digest}`;
}

interface Use {
  readonly places: ReadonlySet<string>;
  place: string | undefined;
}

/**
 * If a later change needs the place of an earlier change, the earlier change moves to another place. So a
 * change is refused only if there is no assignment for all changes.
 */
class Assignment {
  readonly #uses = new Map<string, Use>();
  readonly #byObject = new Map<string | object, Use>();

  /** `object` identifies the changed object; undefined for a create. */
  add(places: ReadonlySet<string>, object: string | object | undefined): boolean {
    const use: Use = { places, place: undefined };
    if (!this.#place(use, new Set())) return false;
    if (object !== undefined) this.#byObject.set(object, use);
    return true;
  }

  release(object: string | object): void {
    const use = this.#byObject.get(object);
    if (use === undefined) return;
    this.#byObject.delete(object);
    this.#uses.delete(use.place!);
  }

  /** Each place is tried only once, so the search ends (augmenting paths). */
  #place(use: Use, tried: Set<string>): boolean {
    for (const place of use.places) {
      if (tried.has(place)) continue;
      tried.add(place);
      const other = this.#uses.get(place);
      if (other !== undefined && !this.#place(other, tried)) continue;
      use.place = place;
      this.#uses.set(place, use);
      return true;
    }
    return false;
  }
}
