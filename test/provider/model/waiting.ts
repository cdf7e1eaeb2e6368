import { AsyncLocalStorage } from "node:async_hooks";
import type { JournalEntry, SimulatedObject } from "../../../src/simulator";
import { Violation } from "../../programs/invariants";
import { operationsOf, type InWait } from "../../programs/program";
import { waits } from "../quick-waits";
import type { Planned } from "./checks";
import { sameTexts, textsIn } from "./texts";
import { idOf, type CoreWorld } from "./world";

/** A look that is older than such a wait, in milliseconds, is not used, whatever the wait is for. */
const LONG_MS = 2_000;

/** Others change an object while an apply waits before it writes the object, or writes it again. */
export class Waiting {
  readonly #world: CoreWorld;
  readonly #changes: readonly InWait[];
  readonly #applied = new AsyncLocalStorage<Planned>();
  /** The objects as the changes left them. */
  readonly #left = new Map<string, SimulatedObject>();
  #begun = 0;

  constructor(world: CoreWorld, changes: readonly InWait[]) {
    this.#world = world;
    this.#changes = changes;
  }

  /** Runs an apply, and checks that each change has been left alone. */
  async during<T>(apply: () => Promise<T>): Promise<T> {
    waits.begun = (ms) => {
      this.#begin(ms);
      return undefined;
    };
    try {
      return await apply();
    } finally {
      waits.begun = () => undefined;
    }
  }

  /** Runs the apply of one block, so that its waits are known. */
  of<T>(planned: Planned, apply: () => Promise<T>): Promise<T> {
    return this.#applied.run(planned, apply);
  }

  #begin(ms: number): void {
    const planned = this.#applied.getStore();
    const id = planned && idOf(planned);
    // An adoption overwrites whatever its object has.
    if (id === undefined || !this.#isBetweenAttempts(planned!, id, ms)) return;
    this.#begun += 1;
    for (const { wait, change } of this.#changes) {
      if (wait !== this.#begun || this.#world.change(change, id) === undefined) continue;
      const object = this.#world.object(id);
      if (object === undefined) this.#left.delete(id);
      else if (change.do !== "mailboxes" || this.#isUnseen(planned!, object)) this.#left.set(id, object);
    }
  }

  /** Reports whether a write of the object has to be retried, or the wait is so long that a look has to be. */
  #isBetweenAttempts({ slot: { kind } }: Planned, id: string, ms: number): boolean {
    const { get, update, delete: remove } = operationsOf[kind];
    const isOf = ({ operation, body }: JournalEntry) =>
      [get, update, remove].some((one) => one === operation) &&
      (body as Record<string, unknown> | null)?.[`${kind}Id`] === id;
    const last = this.#world.simulator.journal().findLast(isOf);
    if (last === undefined || last.operation === get) return last !== undefined && ms >= LONG_MS;
    return last.status === null || last.status === 429 || last.status >= 500;
  }

  /** Reports whether a delete sees mailboxes that its plan has not shown. No update depends on them. */
  #isUnseen({ instance, plan }: Planned, object: SimulatedObject): boolean {
    if (plan.action === "update") return false;
    const { associatedCount } = this.#world.simulator.dialect;
    if (object.kind !== "cluster" || associatedCount === "nowhere" || associatedCount === "get-zero")
      return false;
    return object.associatedCount > Number(instance.state?.["associated_count"] ?? 0);
  }

  check(): void {
    for (const [id, left] of this.#left) {
      const now = this.#world.object(id);
      if (now !== undefined && now.createdAt === left.createdAt && sameTexts(textsIn(now), textsIn(left)))
        continue;
      const facts = [left, now ?? null].map((one) => JSON.stringify(one));
      throw new Violation(`A write did not see what changed while it waited:\n${facts.join("\n")}`);
    }
  }
}
