import { warningOf } from "../../../estate/engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../../estate/engine/plan-json";
import { sentence } from "../../../util/text";
import type { Action, ObjectChange, ObjectDrift } from "./review";

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ["no-op", "none"],
  ["create", "create"],
  ["update", "update"],
  ["delete", "delete"],
  ["forget", "forget"],
  ["create,delete", "replace"],
  ["delete,create", "replace"],
  ["create,forget", "replace"],
  ["forget,create", "replace"],
]);

/** Returns the action for `actions` of a plan; undefined for a read, and for actions of a newer engine. */
export function actionOf(actions: readonly string[]): Action | undefined {
  return ACTIONS.get(actions.join(","));
}

/** Reports whether a change deletes an object at the server. */
export function isDangerous({ action, forgetsOld }: Pick<ObjectChange, "action" | "forgetsOld">): boolean {
  return action === "delete" || (action === "replace" && !forgetsOld);
}

/**
 * Returns the operations of a plan that the review cannot show: a warning that names each, and whether it deletes an
 * object, now or in a later plan.
 */
export function notShownIn(plan: PlanJson) {
  const { resource_changes = [], action_invocations = [], deferred_changes = [] } = plan;
  const isUnknown = ({ mode, change }: PlannedResource) => {
    const action = actionOf(change.actions);
    // A data source is only read. Any other object with an action has a mode that only newer engines know.
    return mode === "managed" ? action === undefined : action !== undefined && action !== "none";
  };
  const detail = "This review does not show this operation. Read the engine's own output of the plan.";
  const operation = (address: string, words: string, deletes = false) => {
    return { warning: warningOf(`${address}${words}`, detail, address), deletes };
  };
  const named = ({ address, change: { actions } }: PlannedResource, words: (list: string) => string) =>
    operation(address, words(actions.join(", ")), actions.includes("delete"));
  return [
    ...resource_changes.filter(isUnknown).map((one) => named(one, (list) => `: unknown action ${list}`)),
    ...action_invocations.map(({ address }) => operation(address, " is invoked")),
    ...deferred_changes.map(({ resource_change: one }) =>
      named(one, (list) => `: ${list} is deferred to a later plan`),
    ),
  ];
}

/** The engine's reasons as sentences. Reasons that the changed attributes show are left out. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["replace_because_tainted", "Its creation did not finish, or it was tainted by hand."],
  ["replace_by_request", "The replacement was requested on the command line."],
  ["replace_by_triggers", "Something in replace_triggered_by changes."],
  ["delete_because_no_resource_config", "It is no longer in the configuration."],
  ["delete_because_no_module", "Its module is no longer in the configuration."],
  ["delete_because_wrong_repetition", "The configuration has switched between count, for_each and neither."],
  ["delete_because_count_index", "Its index is no longer below count."],
  ["delete_because_each_key", "Its key is no longer in for_each."],
  // OpenTofu has this reason since 1.11.
  ["delete_because_enabled_false", "The configuration sets enabled to false for it."],
  ["delete_because_no_move_target", "It was moved to an address that is not in the configuration."],
]);

/** The reasons of deletes whose resource has left the code as a whole, and of single instances of a resource. */
const LEFT_CODE = ["delete_because_no_resource_config", "delete_because_no_module"] as const;
const LEFT_RESOURCE = ["delete_because_count_index", "delete_because_each_key"] as const;

/**
 * Returns what can end the management of an object instead of its planned delete: a `removed` block, or, if the
 * resource stays in the code, a command. Null if the engine's reason shows neither.
 */
export function keptBy({
  action,
  reason,
}: Pick<ObjectChange, "action" | "reason">): "block" | "command" | null {
  const isOf = (codes: readonly string[]) => codes.some((code) => reason?.startsWith(REASONS.get(code)!));
  if (action !== "delete") return null;
  return isOf(LEFT_CODE) ? "block" : isOf(LEFT_RESOURCE) ? "command" : null;
}

/** Adds the object's drift to the reason of its change, because the apply deletes or reverts that drift. */
export function withDrift(change: ObjectChange, drift: ObjectDrift | undefined): ObjectChange {
  if (drift === undefined) return change;
  const { reason, action, attributes } = change;
  const isKept = action === "forget" || action === "none";
  const changed = new Set(isKept ? [] : attributes.map(({ path }) => path));
  const lost = drift.attributes.filter(({ path }) => changed.has(path) && !drift.kept.includes(path));
  const words = driftReason(drift);
  return {
    ...change,
    undoesDrift: drift.undone,
    lostEdit: lost.length === 0 ? null : lost,
    reason: reason === null ? words : `${reason} ${words}`,
  };
}

function driftReason({ undone, action }: Pick<ObjectDrift, "undone" | "action">): string {
  return sentence(`${undone ? "this change undoes drift" : "drift"}: ${driftWords({ action })}`);
}

/** Returns the reason of a change that loses an edit, without the drift: what is lost says the same. */
export function withoutDrift({ reason, undoesDrift }: ObjectChange): string | null {
  return reason?.replace(driftReason({ undone: undoesDrift, action: "update" }), "").trimEnd() || null;
}

/** Returns what happened to an object outside of Terraform. */
export function driftWords({ action }: Pick<ObjectDrift, "action">): string {
  return action === "delete"
    ? "it was deleted outside of Terraform"
    : "it was changed outside of Terraform since the last apply";
}

/** Returns the engine's reason as a sentence; null without a reason, or if the changed attributes show it. */
export function reasonOf({ action_reason, deposed }: PlannedResource): string | null {
  if (deposed !== undefined) return "It was left behind by a replacement that did not finish.";
  return REASONS.get(action_reason ?? "") ?? null;
}
