import type { Diagnostic } from "../../engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../engine/plan-json";
import { sentence } from "../../shared/text";
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

/** Undefined for what reads only, and for what a newer engine may do that this code does not know. */
export function actionOf(actions: readonly string[]): Action | undefined {
  return ACTIONS.get(actions.join(","));
}

/** A warning for each thing in a plan that the review has no list for. */
export function notShownIn(plan: PlanJson): Diagnostic[] {
  const { resource_changes = [], action_invocations = [], deferred_changes = [] } = plan;
  const isUnknown = ({ mode, change }: PlannedResource) => {
    const action = actionOf(change.actions);
    // Data sources are merely read, which is no action here. Where there is one, the mode is one that this code does not know.
    return mode === "managed" ? action === undefined : action !== undefined && action !== "none";
  };
  const detail = "This review does not show that. Read it in what the engine itself prints of the plan.";
  const warning = (summary: string, address: string): Diagnostic => {
    return { severity: "warning", summary, detail, address, source: null };
  };
  return [
    ...resource_changes
      .filter(isUnknown)
      .map(({ address, change }) =>
        warning(`${address}: unknown action ${change.actions.join(", ")}`, address),
      ),
    ...action_invocations.map(({ address }) => warning(`${address} is invoked`, address)),
    ...deferred_changes.map(({ resource_change: { address, change } }) =>
      warning(`${address}: ${change.actions.join(", ")} is deferred to a later plan`, address),
    ),
  ];
}

/** The engine's reasons in a sentence. Those that the changed attributes show already are left out. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["replace_because_tainted", "Its creation did not finish, or it was tainted by hand."],
  ["replace_by_request", "The replacement was asked for on the command line."],
  ["replace_by_triggers", "Something in replace_triggered_by changes."],
  ["delete_because_no_resource_config", "It is no longer in the configuration."],
  ["delete_because_no_module", "Its module is no longer in the configuration."],
  ["delete_because_wrong_repetition", "The configuration has switched between count, for_each and neither."],
  ["delete_because_count_index", "Its index is beyond count."],
  ["delete_because_each_key", "Its key is no longer in for_each."],
  // OpenTofu's, since 1.11.
  ["delete_because_enabled_false", "The configuration sets enabled to false for it."],
  ["delete_because_no_move_target", "It was moved to an address that is not in the configuration."],
]);

/** The reason, and after it what happened outside of Terraform: so a repair shows what it undoes, and a delete what is lost. */
export function wholeReason({ reason }: ObjectChange, found: ObjectDrift | undefined): string | null {
  const outside =
    found === undefined ? [] : [sentence(found.action === "delete" ? DELETED_OUTSIDE : CHANGED_OUTSIDE)];
  const parts = [...(reason === null ? [] : [reason]), ...outside];
  return parts.length === 0 ? null : parts.join(" ");
}

export function reasonOf({ action_reason, deposed }: PlannedResource): string | null {
  if (deposed !== undefined) return "It was left behind by a replacement that did not finish.";
  return REASONS.get(action_reason ?? "") ?? null;
}

/** Of an object that is not as Terraform last knew it, or not there. */
export const CHANGED_OUTSIDE = "it was changed outside of Terraform since the last apply";

export const DELETED_OUTSIDE = "it was deleted outside of Terraform";
