import type { Kind } from "../../src/api";
import type { SimulatedObject, Simulator } from "../../src/simulator";
import { textStoredAs } from "../../src/simulator/dialect";
import { credentials } from "./credentials";
import type { Choice, DeclaredBlock, Name, OutsideChange } from "./program";

/** A resource as the configuration declares it. */
export interface Declaration extends DeclaredBlock {
  readonly address: string;
  readonly kind: Kind;
  readonly createFirst?: boolean;
  /** The unmanaged object that is to come under management, until the state holds it. */
  readonly takes?: { readonly id: string; readonly by: "import" | "adopt" };
}

/** An object in the state. An address may hold a current one and deposed ones. */
export interface Held {
  readonly address: string;
  readonly id: string;
  readonly deposed: boolean;
  readonly tainted: boolean;
}

/**
 * All that a test knows to be true: the objects of the server, the state, the configuration, and who owns
 * what.
 */
export abstract class World {
  readonly declared = new Map<string, Declaration>();
  /** Objects that the configuration does not manage, by id, as their owners left them. */
  readonly unmanaged = new Map<string, SimulatedObject>();
  /** Ids in the state that belong to an unmanaged object by now. */
  readonly reused = new Set<string>();
  /** What happened, for the reader of a failure. */
  readonly story: string[] = [];

  constructor(
    readonly simulator: Simulator,
    /** Unmanaged objects are dated so many milliseconds before they are made. */
    readonly ageMs: number,
  ) {}

  /** Returns what the state holds. */
  abstract held(): readonly Held[];

  /** Reports whether a change may meet this object of the state, which exists. */
  protected abstract mayMeet(held: Held, object: SimulatedObject, change: OutsideChange): boolean;

  objects(): SimulatedObject[] {
    return this.simulator.objects(credentials.workspace_id);
  }

  object(id: string | undefined): SimulatedObject | undefined {
    return this.objects().find((object) => object.id === id);
  }

  /** Returns the objects that the provider made and the state does not hold. */
  orphans(): SimulatedObject[] {
    const held = new Set(this.held().map(({ id }) => id));
    return this.objects().filter(({ id }) => !held.has(id) && !this.unmanaged.has(id));
  }

  /** Returns the declared resources that the next plan creates. */
  missing(): Declaration[] {
    const existing = new Set(this.objects().map(({ id }) => id));
    const current = this.held().filter(({ id, deposed }) => !deposed && existing.has(id));
    const there = new Set(current.map(({ address }) => address));
    return [...this.declared.values()].filter(
      ({ address, takes }) => !there.has(address) && takes?.by !== "import",
    );
  }

  /** Returns the ids of unmanaged objects that a resource takes as soon as an apply gets that far. */
  taken(): Set<string> {
    return new Set(
      [...this.declared.values()].flatMap(({ takes }) => (takes === undefined ? [] : [takes.id])),
    );
  }

  /** Returns the `nameKey` under which the server stores what is declared. */
  storedKey({ kind, name }: Pick<Declaration, "kind" | "name">): string {
    return nameKey({ kind, name: textStoredAs(name, this.simulator.dialect.storedText) });
  }

  /**
   * Carries out a change. Returns the id of the object; undefined where there is none for it. With `only`, the object has
   * this id.
   */
  change(change: OutsideChange, only?: string): string | undefined {
    if (change.do === "add unmanaged") return this.#addUnmanaged(change);
    const object =
      "which" in change ? choose(this.#unmanagedObjects(), change.which) : this.#met(change, only);
    if (object === undefined) return undefined;
    const { id, kind } = object;
    switch (change.do) {
      case "delete":
      case "delete unmanaged":
        this.simulator.delete(id);
        break;
      case "mailboxes":
        this.simulator.setAssociatedCount(id, change.count);
        break;
      case "reuse":
        this.unmanaged.set(id, this.simulator.update(id, { createdAt: "2019-05-06T07:08:09.123Z" }));
        this.reused.add(id);
        break;
      case "edit":
        this.simulator.update(id, {
          ...(change.name !== null && { name: change.name }),
          ...(change.text !== null && textOf(kind, change.text)),
        });
        break;
      case "add line":
        this.simulator.update(id, textOf(kind, [...linesOf(object), change.line].join("\n")));
        break;
      case "remove line":
        this.simulator.update(id, textOf(kind, without(linesOf(object), change.at).join("\n")));
        break;
      case "edit unmanaged":
        this.simulator.update(id, textOf(kind, change.text));
    }
    if (this.unmanaged.has(id)) this.noteUnmanaged(id);
    this.story.push(`  outside: ${change.do} ${id}`);
    return id;
  }

  /**
   * Carries out changes after a plan. Returns the managed objects they edited or deleted, as the apply has to
   * leave them.
   */
  changeAfterPlan(changes: readonly OutsideChange[]): Map<string, SimulatedObject | undefined> {
    const ids = changes.flatMap((change) => {
      const id = this.change(change);
      return id !== undefined && MEETING.includes(change.do) ? [id] : [];
    });
    return new Map(ids.map((id) => [id, this.object(id)]));
  }

  /** Records an unmanaged object as it is now, or that it no longer exists. */
  noteUnmanaged(id: string): void {
    const object = this.object(id);
    if (object === undefined) this.unmanaged.delete(id);
    else this.unmanaged.set(id, object);
  }

  /** Makes an unmanaged object. */
  make(kind: Kind, { name, text }: { readonly name: string; readonly text: string }): SimulatedObject {
    const seed = {
      name,
      ...(this.ageMs > 0 && { createdAt: new Date(Date.now() - this.ageMs).toISOString() }),
    };
    const { workspace_id } = credentials;
    const object =
      kind === "cluster"
        ? this.simulator.create(kind, workspace_id, { ...seed, description: text })
        : this.simulator.create(kind, workspace_id, { ...seed, prompt: text });
    this.unmanaged.set(object.id, object);
    return object;
  }

  /** Returns a name as text. */
  nameOf(kind: Kind, name: Name): string {
    if (typeof name === "string") return name;
    const known = [...this.declared.values(), ...this.unmanaged.values()].filter((one) => one.kind === kind);
    return choose(known, name.like)?.name ?? "Unmanaged name";
  }

  #addUnmanaged({ kind, name, same, text }: Extract<OutsideChange, { do: "add unmanaged" }>): string {
    const given = this.nameOf(kind, name);
    const declaration = [...this.declared.values()].find((one) => one.kind === kind && one.name === given);
    const { id } = this.make(kind, { name: given, text: (same && declaration?.text) || text });
    this.story.push(`  outside: unmanaged ${id} ${JSON.stringify(given)}`);
    return id;
  }

  #unmanagedObjects(): SimulatedObject[] {
    return this.objects().filter(({ id }) => this.unmanaged.has(id));
  }

  #met(change: Extract<OutsideChange, { who: Choice }>, only?: string): SimulatedObject | undefined {
    const all = this.held().filter(({ id }) => only === undefined || id === only);
    const candidates = all.flatMap((held) => {
      const object = this.object(held.id);
      return object !== undefined && this.mayMeet(held, object, change) ? [object] : [];
    });
    return choose(candidates, change.who);
  }
}

/** The changes of objects that the state holds, after which an apply has to leave them. */
const MEETING: readonly OutsideChange["do"][] = ["edit", "add line", "remove line", "delete", "reuse"];

function linesOf(object: SimulatedObject): string[] {
  return contentOf(object)
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

function without(lines: readonly string[], at: Choice): string[] {
  // A text without a line could count as no text.
  return lines.length < 2 ? [...lines] : lines.filter((_, index) => index !== at % lines.length);
}

/** Returns one of the candidates; undefined where there is none. */
export function choose<T>(candidates: readonly T[], choice: Choice): T | undefined {
  return candidates[choice % Math.max(1, candidates.length)];
}

/** Returns one key for all objects that the provider can mistake for each other. */
export function nameKey({ kind, name }: { readonly kind: Kind; readonly name: string }): string {
  return `${kind} ${name.normalize("NFC")}`;
}

/** Returns the description or the prompt, "" for none. */
export function contentOf(object: SimulatedObject): string {
  return object.kind === "cluster" ? (object.description ?? "") : object.prompt;
}

function textOf(kind: Kind, text: string): { description: string } | { prompt: string } {
  return kind === "cluster" ? { description: text } : { prompt: text };
}
