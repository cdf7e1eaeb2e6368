import { ACTIONS, type Action, type Refusal } from "../../approval";

/** A change that approvals do not cover. */
interface RefusedChange {
  readonly action: Action;
  /** True for a create that adopts an existing object. */
  readonly adopts: boolean;
  /** True for a create of a name whose object this plan has found deleted. */
  readonly isDeleted: boolean;
  /** How many mailboxes are linked to a cluster that is to be deleted. */
  readonly linked: number;
  /** How many changes the approvals cover in all. */
  readonly approved: number;
}

/** What to do about a change that no approval covers. */
export const APPROVE =
  "Write a new approval with cdktf-outreach review --approval, have it reviewed, and plan again with it.";

/** Why an approval does not cover a create whose name exists. */
export const REVIEWERS_SAW_NONE =
  "The approval has no change of the object that has the name now, so its reviewers saw none. An interrupted deploy may have created the object, and this create would make a second one.";

/** What to do about a create whose name exists, before the lines that import the objects. */
export const ADOPT_OR_ALLOW =
  'Look at the objects. If an interrupted deploy left them, adopt them: run npx cdktf-outreach export --adopt, which finds objects by their names, or set existing_name = "adopt", or import them; then write a new approval. ' +
  "If the state is lost, restore it. If the second object is intended, set OUTREACH_ALLOW_DUPLICATES=true for this deploy. To import, run:";

/** How many writes of each kind a run has carried out. */
type Written = Readonly<Record<Action, number>>;

/** Returns the sentences that say that a refused change was not written, and what the run has written before. */
export function notWritten({ isWriting, written }: { isWriting: boolean; written: Written }): string {
  if (!isWriting) return "Nothing was written.";
  const counts = ACTIONS.flatMap((action) =>
    written[action] === 0 ? [] : `${written[action]} ${action}${written[action] === 1 ? "" : "s"}`,
  );
  const before = counts.length === 0 ? "" : ` This run has written before: ${counts.join(", ")}.`;
  return `This object was not written.${before}`;
}

/** Returns the reason why approvals do not cover a change, as sentences. */
export function reasonOf(
  refusal: Refusal,
  { action, adopts, isDeleted, linked, approved }: RefusedChange,
): string {
  switch (refusal.is) {
    case "used up":
      return `OUTREACH_APPROVED covers this ${action} ${times(refusal.times)}, but this run makes it more often.`;
    case "more linked":
      return `Resources linked to the cluster now: ${linked}. The reviewers saw ${refusal.approved}.`;
    case "changed since":
      return `Changed in Outreach since the approval: ${refusal.attributes.join(", ")}. The reviewers saw other content of this object.`;
    case "other content":
      return otherContent(refusal);
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

function otherContent({ attributes, notKnown }: Extract<Refusal, { is: "other content" }>): string {
  const known = attributes.filter((attribute) => !notKnown.includes(attribute));
  const sentences = [
    known.length > 0 && `The content differs from the approved one: ${known.join(", ")}.`,
    notKnown.length > 0 && `Known to the reviewers, but not to this plan: ${notKnown.join(", ")}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
