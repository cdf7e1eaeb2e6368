import {
  type Action,
  type Approvals,
  type Change,
  contentOf,
  keepsContent,
  notKnown,
  type Phase,
} from "../../approval";
import type { Readable } from "../../objects/found";
import { kindOfType } from "../../objects/kinds";
import { canonicalText } from "../../objects/text";
import type { HookCall, ResourceCall } from "../../sdk/framework";
import { isUnknown, type Unknown } from "../../sdk/values";
import type { Declared } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { allowsDuplicates, type Restrictions } from "../settings/restrictions";
import { inWords } from "../wording/differences";
import { ADOPT_OR_ALLOW, APPROVE, notWritten, reasonOf, REVIEWERS_SAW_NONE } from "../wording/refusal";
import { describe, importLines, ProviderError, shownId, type StoredSubject } from "../wording/subject";
import { refuseLostEdit, valueAt } from "./outside-edits";

/** What the next attempt of an update or delete would change. */
interface Write {
  /** The object as a look shows it that is newer than the last wait. It has passed `refuseOther` and `inWorkspace`. */
  readonly found: Readable;
  readonly planned: Declared;
  /** The content of an earlier attempt. Each text of the object may be the planned or the sent one. */
  readonly sent?: Declared | undefined;
  readonly change: RestrictedChange;
  /** Returns the number of mailboxes that the delete of a cluster unlinks. Throws if they prevent the delete. */
  readonly linked?: () => Promise<number | null> | undefined;
}

/**
 * Decides before every attempt whether it may be sent. Throws if the object is not as the plan saw it, if an edit or
 * linked mailboxes would get lost, or if the environment or an approval does not allow the change.
 */
export async function permitWrite(
  operation: Operation<ResourceCall>,
  { found, planned, sent, change, linked }: Write,
): Promise<void> {
  const { kind, subject } = operation;
  const differs = sent && new Set(kind.differences(sent, found).map(({ attribute }) => attribute));
  const changed = kind.differences(planned, found).filter(({ attribute }) => differs?.has(attribute) ?? true);
  if (changed.length > 0) throw changedSincePlan(subject, inWords(changed, "the plan saw"));
  if (change.action === "delete") refuseLostEdit(operation);
  restrictWrite(operation, { ...change, linked: await linked?.() });
}

export function changedSincePlan(subject: StoredSubject, what: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} has changed since the plan`,
    `${what}\n\nThe object was left as it is. Plan again with a refresh, review the changes, and apply the new plan.`,
  );
}

/** A change of one object, with the values of its state and plan. */
export interface RestrictedChange {
  readonly action: Action;
  /** Of the object that is updated, deleted or adopted; null for a new object. */
  readonly id: string | null | Unknown;
  readonly before: object | null;
  readonly after: object | null;
  /** For an update: whether it sends a request. Default: true. */
  readonly sends?: boolean;
  /** For the delete of a cluster: the number of linked mailboxes; null if the API reports none. */
  readonly linked?: number | null | undefined;
}

type RestrictContext = HookContext<HookCall>;

/** How many changes of a plan the errors name. An engine takes long to print thousands of errors. */
const MAX_NAMED = 20;

export function restrictPlan(context: RestrictContext, change: RestrictedChange): void {
  const { restrictions, failures } = context.run;
  // A failing plan cannot be applied, and may not know the content of its objects.
  if (restrictions === undefined || failures.isFailing) return;
  const problem = problemOf({ context, restrictions, change, phase: "plan" });
  if (problem !== undefined) throwSome(problem, restrictions);
}

export function restrictReplaced(context: RestrictContext, id: string): void {
  const { restrictions } = context.run;
  if (restrictions === undefined) return;
  const change = { action: "delete", id, before: null, after: null } as const;
  // The content of the object is not known here: the apply compares it with the approval.
  const problem = beyondLimits({ context, restrictions, change, phase: "plan" });
  if (problem !== undefined) throwSome(problem, restrictions);
}

export function restrictWrite(context: RestrictContext, change: RestrictedChange): void {
  const { restrictions } = context.run;
  if (restrictions === undefined) return;
  const problem = problemOf({ context, restrictions, change, phase: "apply" });
  if (problem !== undefined) throw new ProviderError(...problem);
}

/**
 * Throws if an approval would let a planned create make an object whose name other objects have. The reviewers of
 * the create saw none of these objects: an interrupted run has perhaps made them.
 */
export function restrictSameNamed(context: RestrictContext, ids: readonly string[]): void {
  const { kind, run } = context;
  const { restrictions } = run;
  if (restrictions?.approvals === undefined || run.failures.isFailing || allowsDuplicates()) return;
  const { approvals } = restrictions;
  const unseen = ids.filter((id) => !approvals.isShown(kindOfType(kind.type)!, id));
  if (unseen.length === 0) return;
  const summary = `${describe({ type: kind.type })}: this create is not approved, because the name exists already (${unseen.map(shownId).join(", ")})`;
  const detail = `${REVIEWERS_SAW_NONE} ${notWritten(run)}\n\n${ADOPT_OR_ALLOW}\n${importLines(kind.type, unseen)}`;
  throwSome([summary, detail, "name"], restrictions);
}

function throwSome([summary, detail, attribute]: Problem, { soFar }: Restrictions): void {
  soFar.refused += 1;
  if (soFar.refused > MAX_NAMED) return;
  const further = `The errors name ${MAX_NAMED} changes, and there may be more. `;
  const isLast = soFar.refused === MAX_NAMED;
  throw new ProviderError(summary, (isLast ? further : "") + detail, attribute);
}

interface Check {
  readonly context: RestrictContext;
  readonly restrictions: Restrictions;
  readonly change: RestrictedChange;
  readonly phase: Phase;
}

type Problem = readonly [summary: string, detail: string, attribute?: string | undefined];

function problemOf(check: Check): Problem | undefined {
  const { context, change } = check;
  // No limit applies to a change that sends nothing, and changes nothing that later allows a loss.
  if (change.sends === false && keepsContent(sidesOf(context, change))) return undefined;
  return beyondLimits(check) ?? notApproved(check);
}

function beyondLimits(check: Check): Problem | undefined {
  const { context, restrictions, change, phase } = check;
  const { allowed, maxDeletes, soFar } = restrictions;
  const { run } = context;
  // An adoption overwrites an object, so it is an update too.
  const needed = isAdoption(change) ? (["create", "update"] as const) : [change.action];
  if (allowed !== undefined && !needed.every((action) => allowed.includes(action))) {
    return [
      `${subjectOf(check)}: OUTREACH_ALLOW does not allow ${nounOf(change)}`,
      `${notWritten(run)} OUTREACH_ALLOW is ${allowed.join(",")}, and this change needs ${needed.join(" and ")}. Remove the change from the configuration, or set OUTREACH_ALLOW to allow it.`,
    ];
  }
  if (maxDeletes === undefined || change.action !== "delete") return undefined;
  const deletes = soFar.deletes[phase];
  deletes.add(`${context.kind.type} ${String(change.id)}`);
  if (deletes.size <= maxDeletes) return undefined;
  return [
    `${subjectOf(check)}: this delete is one more than OUTREACH_MAX_DELETES allows`,
    `${notWritten(run)} OUTREACH_MAX_DELETES is ${maxDeletes}, counted for each provider configuration. Check why so many objects are to be deleted, and set OUTREACH_MAX_DELETES to a larger number if they should be.`,
  ];
}

function notApproved(check: Check): Problem | undefined {
  const { context, restrictions, change, phase } = check;
  const { approvals } = restrictions;
  const { kind, run } = context;
  if (approvals === undefined) return undefined;
  const summary = `${subjectOf(check)}: ${nounOf(change)} is not approved`;
  if (!run.settings.isKnown) {
    return [
      summary,
      `${notWritten(run)} The workspace is not known in this plan, so no approval can be compared with it. Set base_url and workspace_id to known values, or leave out OUTREACH_APPROVED.`,
    ];
  }
  const planned = approvalChange(context, change);
  const refusal = approvals.use(planned, phase, phase === "apply" ? context.call : undefined);
  if (refusal === undefined || (phase === "plan" && isPartOfReplace(planned, approvals))) return undefined;
  const name = change.action === "create" && change.after !== null && valueAt(change.after, "name");
  const facts = {
    action: change.action,
    adopts: isAdoption(change),
    isDeleted: typeof name === "string" && run.memory(kind).deletedNames.has(canonicalText(name)),
    linked: change.linked ?? 0,
    approved: approvals.size,
  };
  const [attribute] = "attributes" in refusal ? refusal.attributes : [];
  return [summary, `${reasonOf(refusal, facts)} ${notWritten(run)}\n\n${APPROVE}`, attribute];
}

/**
 * Reports whether a planned update may be the first step of an approved replace. Terraform plans the update
 * before it plans the create, and only the apply shows which of them is carried out.
 */
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

function subjectOf({ context: { kind }, change: { id } }: Check): string {
  return describe({ type: kind.type, id: typeof id === "string" ? id : null });
}

function nounOf(change: RestrictedChange): string {
  return isAdoption(change) ? "its adoption" : `this ${change.action}`;
}
