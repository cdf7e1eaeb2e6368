import type { ObjectChange, ObjectDrift } from "./model";
import type { PlannedResource } from "./plan-json";
import { CHANGED_OUTSIDE, DELETED_OUTSIDE, sentence } from "./wording";

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
