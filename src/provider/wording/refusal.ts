import type { Action, Refusal } from "../../approval";

/** A change that approvals do not cover. */
interface RefusedChange {
  readonly action: Action;
  readonly adopts: boolean;
  /** True for a create of a name whose object this plan has found deleted. */
  readonly isDeleted: boolean;
  readonly linked: number;
  /** How many changes the approvals cover in all. */
  readonly approved: number;
}

/** What to do about a change that no approval covers. */
export const APPROVE =
  "Write a new approval with cdktf-outreach review --approval, have it reviewed, and plan again with it.";

export const REVIEWERS_SAW_NONE =
  "The approval has no change of the object that has the name now, so its reviewers saw none. An interrupted deploy may have created the object, and this create would make a second one.";

/** What to do about a create whose name exists, before the lines that import the objects. */
export const ADOPT_OR_ALLOW =
  'Look at the objects. If an interrupted deploy left them, adopt them: run npx cdktf-outreach export --adopt, which finds objects by their names, or set existing_name = "adopt", or import them; then write a new approval. ' +
  "If the state is lost, restore it. If the second object is intended, set OUTREACH_ALLOW_DUPLICATES=true for this deploy. To import, run:";

/** Says that a refused change was not written, and how many objects the run has written before. */
export function notWritten({ isWriting, written }: { isWriting: boolean; written: number }): string {
  if (!isWriting) return "Nothing was written.";
  return `This object was not written. Writes of this run before: ${written}.`;
}

export function reasonOf(
  refusal: Refusal,
  { action, adopts, isDeleted, linked, approved }: RefusedChange,
): string {
  switch (refusal.is) {
    case "used up":
      return `OUTREACH_APPROVED covers this ${action} ${refusal.times === 1 ? "once" : `${refusal.times} times`}, but this run makes it more often.`;
    case "more linked":
      return `Resources linked to the cluster now: ${linked}. The reviewers saw ${refusal.approved}.`;
    case "changed since":
      return `Changed in Outreach since the approval: ${refusal.attributes.join(", ")}. The reviewers saw other content of this object.`;
    case "other content":
      return [
        `The content differs from the approved one: ${refusal.attributes.join(", ")}.`,
        ...(refusal.notKnown.length === 0 ? [] : [`Not known in this plan: ${refusal.notKnown.join(", ")}.`]),
      ].join(" ");
    case "other object":
      return adopts
        ? "This create adopts an existing object, but the approved one makes a new object or adopts another one."
        : "This create makes a new object, but the approved one adopts an existing object.";
    case "other workspace":
      return "The approval has this change for another workspace, or for another address of the API (base_url).";
    case "other action":
      return `The approval has no ${action} of this object, but ${refusal.action === "update" ? "an" : "a"} ${refusal.action}.`;
    case "not approved":
      if (isDeleted)
        return "An object of this name was deleted in Outreach, and the approval has no create of it.";
      return `OUTREACH_APPROVED covers ${approved === 1 ? "1 change" : `${approved} changes`}, but not this one.`;
  }
}
