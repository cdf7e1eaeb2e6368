import type { ResourceCall } from "../../plugin/framework";
import type { Declared } from "../run/object-kind";

/**
 * Private state of an object that exists. Terraform plans a replace like a create, and passes nothing but
 * this private state from the old object. For a tainted object it does not pass the private state either.
 */
const PLANNED_BEFORE = "planned_before";

/** Private state of a planned delete: the content that the plan saw, if it differs from the prior state. */
const SEEN_BY_PLAN = "seen_by_plan";

/** Keeps what a plan of a replace has to know of an object: its id, and what else the kind needs. */
export function rememberForReplace(memory: { readonly id: string | null }, call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, memory);
}

/** Returns the memory of the object that a planned create replaces; undefined if it replaces none. */
export function replacedMemory(call: ResourceCall): unknown {
  return call.private.get(PLANNED_BEFORE);
}

/** Keeps the content that the plan of a delete saw; undefined if it is that of the prior state. */
export function rememberSeen(content: Declared | undefined, call: ResourceCall): void {
  call.private.set(SEEN_BY_PLAN, content);
}

/** Returns the content that the plan of a delete saw; undefined if it is that of the prior state. */
export function seenByPlan(call: ResourceCall): Declared | undefined {
  return call.private.get(SEEN_BY_PLAN) as Declared | undefined;
}

/** Removes both private values of the plan: after a write they are not needed. */
export function forgetPlan(call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, undefined);
  call.private.set(SEEN_BY_PLAN, undefined);
}
