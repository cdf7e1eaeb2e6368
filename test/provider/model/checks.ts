import type { SimulatedObject } from "../../../src/simulator";
import { storedText } from "../../../src/simulator/texts";
import { sameText } from "../../../src/provider/comparison/text";
import type { Instance, Plan } from "../../plugin/core";
import type { ModelProcess } from "./process";
import { holds, idOf, type ModelWorkspace, type Slot } from "./workspace";

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

/** An error that points at another one needs that other one. */
export function expectExplained({ errors, said }: ModelProcess): void {
  const first = errors.find((detail) => !/^Another error of this run\b.* says why\./.test(detail));
  if (first === undefined && errors.length > 0) throw new Error(`No error says why:\n${said.join("\n")}`);
}

/** What a plan takes for the state is what is there. */
export function expectRead(planned: readonly Planned[], workspace: ModelWorkspace): void {
  for (const { slot, instance } of planned) {
    const { state } = instance;
    if (state === null) continue;
    const object = workspace.object(idOf({ instance })) as unknown as
      Readonly<Record<string, string | null>> | undefined;
    const content = slot.type === "outreach_cluster" ? "description" : "prompt";
    const isSame = ["name", content].every(
      (one) => object !== undefined && sameText(object[one]!, state[one] as string | null),
    );
    expect({ state, object, isSame }).toEqual({ state, object, isSame: true });
  }
}

/** What was applied without an error is there, and what was deleted is not. */
export function expectApplied(applied: readonly Applied[], workspace: ModelWorkspace): void {
  for (const { slot, instance, isDone } of applied) {
    if (!isDone) continue;
    const { declared } = slot;
    const object = workspace.object(idOf({ instance }));
    const isApplied =
      declared === null
        ? instance.state === null
        : object !== undefined &&
          (holds(object, slot) || isUnreadRewrite(object, { slot, instance }, workspace));
    expect({ declared, object, isApplied }).toEqual({ declared, object, isApplied: true });
  }
}

/** The server stores a declared text as another one, and no read-back could show that: the next plan does. */
function isUnreadRewrite(
  object: SimulatedObject,
  { slot, instance }: Pick<Applied, "slot" | "instance">,
  { simulator }: ModelWorkspace,
): boolean {
  const { declared } = slot;
  if (declared === null || instance.state?.["created_at"] !== null) return false;
  const stored = (text: string | null) =>
    text === null ? null : (storedText(text, simulator.dialect) as string);
  return holds(object, {
    ...slot,
    declared: { name: stored(declared.name)!, content: stored(declared.content) },
  });
}

/** The clusters of a plan that no apply may delete, because something is linked to them. */
export function clustersInUse(planned: readonly Planned[], workspace: ModelWorkspace): SimulatedObject[] {
  return planned.flatMap(({ instance }) => {
    const object = workspace.object(idOf({ instance }));
    const isInUse = object?.kind === "cluster" && object.associatedCount > 0;
    return isInUse && instance.state?.["force_destroy"] !== true ? [object] : [];
  });
}

export function expectThere(objects: readonly SimulatedObject[], workspace: ModelWorkspace): void {
  const gone = objects.filter(({ id }) => workspace.object(id) === undefined);
  expect(gone).toEqual([]);
}
