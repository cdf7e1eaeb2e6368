import type { Action, Diagnostic } from "./model";
import type { PlanJson, PlannedResource } from "./plan-json";

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
