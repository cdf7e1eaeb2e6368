import {
  type Action,
  type Approvals,
  type Change,
  contentOf,
  keepsContent,
  notKnown,
  type Phase,
  type Refusal,
} from "../../approval";
import type { Readable } from "../../objects/found";
import { kindOfType } from "../../objects/kinds";
import type { HookCall } from "../../sdk/framework";
import { isUnknown, type Unknown } from "../../sdk/values";
import type { Declared } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import type { Run } from "../run/run";
import { allowsDuplicates } from "../settings/restrictions";
import { describe, importLines, ProviderError, shownId, type StoredSubject } from "../wording/subject";
import { valueAt } from "./outside-edits";

/**
 * Throws if the object differs from `planned`, which the plan saw. After an earlier attempt, each text may
 * also equal the text in `sent`.
 */
export function refuseChanged(
  { kind, subject }: Operation,
  found: Readable,
  planned: Declared,
  sent?: Declared,
): void {
  const differs = sent && new Set(kind.differences(sent, found).map(({ attribute }) => attribute));
  const changed = kind.differences(planned, found).filter(({ attribute }) => differs?.has(attribute) ?? true);
  const names = changed.map(({ attribute }) => attribute).join(", ");
  if (changed.length > 0) throw changedSincePlan(subject, `Changed: ${names}.`);
}

export function changedSincePlan(subject: StoredSubject, what: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} has changed since the plan`,
    `${what}\n\nThe object was left as it is. Plan again with a refresh, review the changes, and apply the new plan.`,
  );
}

export interface RestrictedChange {
  readonly action: Action;
  /** Id of the object that is updated, deleted or adopted; null for a new object. */
  readonly id: string | null | Unknown;
  readonly before: object | null;
  readonly after: object | null;
  /** @default true */
  readonly sends?: boolean;
  /** For the delete of a cluster: the number of linked mailboxes; null if the API reports no number. */
  readonly linked?: number | null | undefined;
}

type RestrictContext = HookContext<HookCall>;

/**
 * At most this many refused changes get an error, because Terraform takes long to print thousands of errors.
 */
const MAX_NAMED = 20;

export function restrictPlan(context: RestrictContext, change: RestrictedChange): void {
  // A failing plan cannot be applied, and may not know the content of its objects.
  if (!context.run.failures.isFailing) throwSome(context, problemOf(context, change, "plan"));
}

export function restrictReplaced(context: RestrictContext, id: string): void {
  const change = { action: "delete", id, before: null, after: null } as const;
  // The content of the replaced object is unknown here, so only the apply compares it with the approval.
  throwSome(context, beyondLimits(context, change, "plan"));
}

export function restrictWrite(context: RestrictContext, change: RestrictedChange): void {
  const problem = problemOf(context, change, "apply");
  if (problem !== undefined) throw new ProviderError(...problem);
}

export function restrictSameNamed(context: RestrictContext, ids: readonly string[]): void {
  const { kind, run } = context;
  const approvals = run.restrictions?.approvals;
  if (approvals === undefined || run.failures.isFailing || allowsDuplicates()) return;
  const unseen = ids.filter((id) => !approvals.isShown(kindOfType(kind.type)!, id));
  if (unseen.length === 0) return;
  throwSome(context, [
    `${describe({ type: kind.type })}: this create is not approved, because the name exists already (${unseen.map(shownId).join(", ")})`,
    `The approval has no change of the object that has the name now, so its reviewers saw none. An interrupted deploy may have created the object, and this create would make a second one. ${notWritten(run)}\n\n` +
      'Look at the objects. If an interrupted deploy left them, adopt them: run npx cdktf-outreach export --adopt, which finds objects by their names, or set existing_name = "adopt", or import them; then write a new approval. ' +
      `If the state is lost, restore it. If the second object is intended, set OUTREACH_ALLOW_DUPLICATES=true for this deploy. To import, run:\n${importLines(kind.type, unseen)}`,
    "name",
  ]);
}

function throwSome({ run }: RestrictContext, problem: Problem | undefined): void {
  if (problem === undefined) return;
  const { soFar } = run.restrictions!;
  soFar.refused += 1;
  if (soFar.refused > MAX_NAMED) return;
  const [summary, detail, attribute] = problem;
  const isLast = soFar.refused === MAX_NAMED;
  const further = isLast ? `The errors name ${MAX_NAMED} changes, and there may be more. ` : "";
  throw new ProviderError(summary, further + detail, attribute);
}

type Problem = readonly [summary: string, detail: string, attribute?: string | undefined];

function problemOf(context: RestrictContext, change: RestrictedChange, phase: Phase): Problem | undefined {
  if (context.run.restrictions === undefined) return undefined;
  // Nothing restricts an update that sends no request and keeps all values that protect the object.
  if (change.sends === false && keepsContent(sidesOf(context, change))) return undefined;
  return beyondLimits(context, change, phase) ?? notApproved(context, change, phase);
}

function beyondLimits(context: RestrictContext, change: RestrictedChange, phase: Phase): Problem | undefined {
  const { kind, run } = context;
  if (run.restrictions === undefined) return undefined;
  const { allowed, maxDeletes, soFar } = run.restrictions;
  // An adoption overwrites an object, so it also counts as an update.
  const needed = isAdoption(change) ? (["create", "update"] as const) : [change.action];
  if (allowed !== undefined && !needed.every((action) => allowed.includes(action))) {
    return [
      `${subjectOf(context, change)}: OUTREACH_ALLOW does not allow ${nounOf(change)}`,
      `${notWritten(run)} OUTREACH_ALLOW is ${allowed.join(",")}, and this change needs ${needed.join(" and ")}. Remove the change from the configuration, or set OUTREACH_ALLOW to allow it.`,
    ];
  }
  if (maxDeletes === undefined || change.action !== "delete") return undefined;
  const deletes = soFar.deletes[phase];
  deletes.add(`${kind.type} ${String(change.id)}`);
  if (deletes.size <= maxDeletes) return undefined;
  return [
    `${subjectOf(context, change)}: this delete is one more than OUTREACH_MAX_DELETES allows`,
    `${notWritten(run)} OUTREACH_MAX_DELETES is ${maxDeletes}, counted for each provider configuration. Check why so many objects are to be deleted, and set OUTREACH_MAX_DELETES to a larger number if they should be.`,
  ];
}

function notApproved(context: RestrictContext, change: RestrictedChange, phase: Phase): Problem | undefined {
  const { run } = context;
  const approvals = run.restrictions?.approvals;
  if (approvals === undefined) return undefined;
  const summary = `${subjectOf(context, change)}: ${nounOf(change)} is not approved`;
  if (!run.settings.isKnown) {
    return [
      summary,
      `${notWritten(run)} The workspace is not known in this plan, so no approval can be compared with it. Set base_url and workspace_id to known values, or leave out OUTREACH_APPROVED.`,
    ];
  }
  const planned = approvalChange(context, change);
  const refusal = approvals.use(planned, phase, phase === "apply" ? context.call : undefined);
  if (refusal === undefined || (phase === "plan" && isPartOfReplace(planned, approvals))) return undefined;
  const [attribute] = "attributes" in refusal ? refusal.attributes : [];
  const advice =
    "Write a new approval with cdktf-outreach review --approval, have it reviewed, and plan again with it; in CI, merge one more pull request.";
  return [summary, `${reasonOf(refusal, change)} ${notWritten(run)}\n\n${advice}`, attribute];
}

function reasonOf(refusal: Refusal, change: RestrictedChange): string {
  const { action, linked } = change;
  switch (refusal.is) {
    case "used up":
      return `OUTREACH_APPROVED covers this ${action} less often than this run makes it (approved: ${refusal.times}).`;
    case "more linked":
      return `Resources linked to the cluster now: ${linked ?? 0}. The reviewers saw ${refusal.approved}.`;
    case "changed since":
      return `Changed in Outreach since the approval: ${refusal.attributes.join(", ")}. The reviewers saw other content of this object.`;
    case "other content":
      return [
        `The content differs from the approved one: ${refusal.attributes.join(", ")}.`,
        ...(refusal.notKnown.length === 0 ? [] : [`Not known in this plan: ${refusal.notKnown.join(", ")}.`]),
      ].join(" ");
    case "other object":
      return isAdoption(change)
        ? "This create adopts an existing object, but the approved one makes a new object or adopts another one."
        : "This create makes a new object, but the approved one adopts an existing object.";
    case "other workspace":
      return "The approval has this change for another workspace, or for another address of the API (base_url).";
    case "other action":
      return `The approval has no ${action} of this object, but its ${refusal.action}.`;
    case "not approved":
      return "OUTREACH_APPROVED does not cover this change.";
  }
}

function notWritten({ isWriting, written }: Run): string {
  if (!isWriting) return "Nothing was written.";
  return `This object was not written. Writes of this run before: ${written}.`;
}

/** Terraform first plans a replace as an update. */
function isPartOfReplace(planned: Change, approvals: Approvals): boolean {
  if (planned.action !== "update") return false;
  const deletes = approvals.refusal({ ...planned, action: "delete", after: null, linked: 0 });
  const creates = approvals.refusal({ ...planned, action: "create", id: null, before: null });
  return deletes === undefined && creates === undefined;
}

function approvalChange(context: RestrictContext, change: RestrictedChange): Change {
  const { kind, run } = context;
  const { address, workspaceId } = run.settings;
  const { action, id, linked } = change;
  return {
    workspace: { address, workspaceId },
    kind: kindOfType(kind.type)!,
    action,
    id: isUnknown(id) ? notKnown : id,
    ...sidesOf(context, change),
    linked: linked ?? 0,
  };
}

function sidesOf({ kind: { type } }: RestrictContext, { before, after }: RestrictedChange) {
  const textsOf = (values: object) =>
    contentOf(kindOfType(type)!, (attribute) => {
      const value = valueAt(values, attribute);
      return isUnknown(value) ? notKnown : value;
    });
  return { before: before && textsOf(before), after: after && textsOf(after) };
}

function isAdoption({ action, id }: RestrictedChange): boolean {
  return action === "create" && typeof id === "string";
}

function subjectOf({ kind }: RestrictContext, { id }: RestrictedChange): string {
  return describe({ type: kind.type, id: typeof id === "string" ? id : null });
}

function nounOf(change: RestrictedChange): string {
  return isAdoption(change) ? "its adoption" : `this ${change.action}`;
}
