import type { ObjectChange } from "../model/review";

/** Matches the summary of the provider's warning about an edit that a plan overwrites or deletes. */
const LOSES_EDIT =
  /: this plan overwrites an edit made in Outreach\b| was changed outside of Terraform, and its delete discards /;

/** Marks a change whose warning says that an edit is lost. After an earlier refresh, a plan shows no drift of it. */
export function withWarnedEdit(change: ObjectChange): ObjectChange {
  const { lostEdit, warnings } = change;
  if (lostEdit !== null || !warnings.some(({ summary }) => LOSES_EDIT.test(summary))) return change;
  return { ...change, lostEdit: [] };
}
