import type { SimulatedObject } from "../../../src/simulator";
import { textStoredAs } from "../../../src/simulator/dialect";
import type { Instance, Plan } from "../../sdk/core";
import { holds } from "../../programs/invariants";
import type { Declaration } from "../../programs/world";
import type { ModelProcess } from "./process";
import { idOf, type CoreWorld, type Slot } from "./world";

export interface Planned {
  readonly slot: Slot;
  /** As refreshed. */
  readonly instance: Instance;
  readonly plan: Plan;
}

/** What became of a block in an apply. */
export interface Applied {
  readonly slot: Slot;
  readonly instance: Instance;
  /** Something was to be done, and no error says that it was not. */
  readonly isDone: boolean;
}

/** An error that refers to another one needs that other one. */
export function expectExplained({ errors, said }: ModelProcess): void {
  const first = errors.find((detail) => !/^Another error of this run\b.* reports the reason\./.test(detail));
  if (first === undefined && errors.length > 0)
    throw new Error(`No error reports the reason:\n${said.join("\n")}`);
}

/** The refreshed state of a plan is what the server has. */
export function expectRead(planned: readonly Planned[], world: CoreWorld): void {
  for (const { slot, instance } of planned) {
    const { state } = instance;
    if (state === null) continue;
    const object = world.object(idOf({ instance }));
    const text = state[slot.kind === "cluster" ? "description" : "prompt"] as string | null;
    const isSame = object !== undefined && holds(object, { name: state["name"] as string, text });
    expect({ state, object, isSame }).toEqual({ state, object, isSame: true });
  }
}

/** What was applied without an error is there, and what was deleted is not. */
export function expectApplied(applied: readonly Applied[], world: CoreWorld): void {
  for (const { slot, instance, isDone } of applied) {
    if (!isDone) continue;
    const declared = world.declaration(slot);
    const object = world.object(idOf({ instance }));
    const isApplied =
      declared === undefined
        ? instance.state === null
        : object !== undefined &&
          (holds(object, declared) ||
            (instance.state?.["last_updated_at"] === null && isUnreadRewrite(object, declared, world)));
    expect({ declared, object, isApplied }).toEqual({ declared, object, isApplied: true });
  }
}

/** The server stores a declared text as another one, and no read-back could show that: the next plan does. */
function isUnreadRewrite(
  object: SimulatedObject,
  { name, text }: Declaration,
  { simulator }: CoreWorld,
): boolean {
  const stored = (one: string) => textStoredAs(one, simulator.dialect.storedText);
  return holds(object, { name: stored(name), text: text === null ? null : stored(text) });
}

/** Returns the clusters of a plan that no apply may delete, because mailboxes are linked to them. */
export function clustersInUse(planned: readonly Planned[], world: CoreWorld): SimulatedObject[] {
  return planned.flatMap(({ instance }) => {
    const object = world.object(idOf({ instance }));
    const isInUse = object?.kind === "cluster" && object.associatedCount > 0;
    return isInUse && instance.state?.["force_destroy"] !== true ? [object] : [];
  });
}

export function expectThere(objects: readonly SimulatedObject[], world: CoreWorld): void {
  expect(objects.filter(({ id }) => world.object(id) === undefined)).toEqual([]);
}

/** Terraform replaces what is tainted, and an adopted object must not be destroyed for that. */
export function expectNoTaintOfAdopted({ slots }: CoreWorld): void {
  const tainted = slots.filter(({ instance }) => instance.tainted && instance.state?.["adopted"] === true);
  expect(tainted).toEqual([]);
}
