import { CONTENT, kindOfType } from "../../../objects/kinds";
import { sameText } from "../../../objects/text";
import { afterRead, editIn, keepsEdit } from "../../../objects/text-edits";
import { promptVariables } from "../../../prompts";
import type { PlanJson, PlannedChange, PlannedResource } from "../../../estate/engine/plan-json";
import { sameJson } from "../../../util/json";
import { attributeChanges, formatPath } from "./attribute-changes";
import { declaredBy, identityOf, isOwnType, textAttributes } from "./objects";
import type {
  Action,
  AttributeChange,
  ObjectChange,
  ObjectDrift,
  OutputChange,
  VariableChange,
} from "./review";
import { afterOf, beforeOf, hasMark, partOf, type Side } from "../../../estate/engine/plan-sides";
import { warningOf } from "../../../estate/engine/diagnostics";
import { sentence } from "../../../util/text";

export function changeOf(resource: PlannedResource, plan: PlanJson): ObjectChange | undefined {
  const { change, type, deposed, action_reason = "" } = resource;
  const action = actionOf(change.actions);
  const previousAddress = resource.previous_address ?? null;
  if (resource.mode !== "managed" || action === undefined) return undefined;
  if (action === "none" && previousAddress === null && change.importing === undefined) return undefined;
  const [before, after] = [beforeOf(change), afterOf(change)];
  const { replace_paths: replacePaths = [] } = change;
  const isOwn = isOwnType(type);
  const found = attributeChanges(before, after, textAttributes(type), replacePaths);
  const declared = declaredBy(resource, plan);
  // Computed attributes of other providers are shown if they are known.
  const isShown = (attribute: AttributeChange) => {
    const isComputed = attribute.after.kind === "unknown" || action === "delete";
    if (!isComputed && !isOwn) return true;
    return declared?.has(rootOf(attribute)) ?? attribute.before.kind !== "absent";
  };
  const hidden = found.filter((attribute) => !isShown(attribute));
  const stays = action === "none" || action === "forget";
  const isNew = action === "create" || action === "replace";
  const forgetsOld = action === "replace" && change.actions.includes("forget");
  const { value: updatedAt } = partOf(before, "last_updated_at");
  const { value: linked } = partOf(before, "associated_count");
  const losesLinked = type === "outreach_cluster" && isDangerous({ action, forgetsOld });
  return {
    ...identityOf(resource, before, after),
    ...{ action, onlyUpdatesState: action === "update" && isOwn && isUpdateOfState(after) },
    createsBeforeDestroy: action === "replace" && change.actions[0] === "create",
    forgetsOld,
    reason:
      deposed === undefined
        ? (REASONS.get(action_reason)?.[0] ?? null)
        : "It was left behind by a replacement that did not finish.",
    undoesDrift: false,
    updatedAt: isOwn && TIME.test(String(updatedAt)) ? String(updatedAt) : null,
    lostEdit: null,
    forcedBy: replacePaths.map(formatPath),
    importId: change.importing === undefined ? null : (change.importing.id ?? ""),
    // In types of other providers, `adopted` may have any meaning.
    adopts: isNew && isOwn && partOf(after, "adopted").value === true,
    previousAddress,
    attributes: stays ? [] : found.filter(isShown),
    knownAfterApply: hidden.flatMap(({ path, after: { kind } }) => (kind === "unknown" ? path : [])).sort(),
    variables: stays ? null : variablesOf(type, before, after),
    associatedCount: losesLinked && typeof linked === "number" ? linked : null,
    ...{ warnings: [], source: null, origin: null, preview: null, findings: [] },
  };
}

/** Returns undefined for drift that no plan would revert, such as a new `associated_count`. */
export function driftOf(
  resource: PlannedResource,
  planned: PlannedResource | undefined,
  plan: PlanJson,
): ObjectDrift | undefined {
  const { change, type } = resource;
  const [action] = change.actions;
  if (resource.mode !== "managed" || (action !== "delete" && action !== "update")) return undefined;
  const undone = planned !== undefined && isUndone(change, planned, plan);
  const [before, after] = [beforeOf(change), afterOf(change)];
  const kept = editsKeptBy(planned, resource);
  const drift = { ...identityOf(resource, before, after), action, undone, kept } as const;
  if (action === "delete") return { ...drift, attributes: [], variables: null };
  const declared = declaredBy(resource, plan);
  const attributes = attributeChanges(before, after, textAttributes(type)).filter(
    (attribute) => declared === undefined || declared.has(rootOf(attribute)),
  );
  if (attributes.length === 0) return undefined;
  return { ...drift, attributes, variables: variablesOf(type, before, after) };
}

/** Names the texts in which the plan changes other lines than an edit, and keeps the edit. */
function editsKeptBy(planned: PlannedResource | undefined, { type, change }: PlannedResource): string[] {
  const kind = kindOfType(type);
  if (planned === undefined || kind === undefined) return [];
  const after = afterOf(planned.change);
  const textIn = (side: Side, name: string) => String(partOf(side, name).value ?? "");
  return CONTENT[kind].filter((name) => {
    const [before, found] = [textIn(beforeOf(change), name), textIn(afterOf(change), name)];
    const next = textIn(after, name);
    const edit = editIn(afterRead({}, { before, found, isOlder: false }), found);
    return edit && !hasMark(partOf(after, name).unknown) && !sameText(found, next) && keepsEdit(edit, next);
  });
}

/** Reports whether a change only restores a deleted object or the prior values. */
function isUndone(drift: PlannedChange, planned: PlannedResource, plan: PlanJson): boolean {
  const action = actionOf(planned.change.actions);
  if (drift.actions[0] === "delete") return action === "create";
  const [stored, after] = [beforeOf(drift), afterOf(planned.change)];
  const isRestored = (attribute: string) => {
    const [old, next] = [partOf(stored, attribute), partOf(after, attribute)];
    return !hasMark(next.unknown) && sameJson(old.value, next.value);
  };
  const declared = declaredBy(planned, plan);
  return action === "update" && declared !== undefined && [...declared].every(isRestored);
}

export function outputChangeOf(name: string, change: PlannedChange): OutputChange | undefined {
  const [action] = change.actions;
  if (action !== "create" && action !== "update" && action !== "delete") return undefined;
  const wrap = ({ value = null, sensitive = false, unknown = false }: Side): Side => {
    return { value: { value }, sensitive: { value: sensitive }, unknown: { value: unknown } };
  };
  const found = attributeChanges(wrap(beforeOf(change)), wrap(afterOf(change)));
  return {
    name,
    action,
    attributes: found.map((one) => ({ ...one, path: one.path.replace(/^value\.?/, "") })),
  };
}

/** If an update sends nothing, the provider plans no new update time. */
export function isUpdateOfState(after: Side): boolean {
  const { value, unknown } = partOf(after, "last_updated_at");
  return value !== undefined && !hasMark(unknown);
}

function rootOf({ path }: AttributeChange): string {
  return /^[^.[]*/.exec(path)![0];
}

function variablesOf(type: string, before: Side, after: Side): VariableChange | null {
  if (type !== "outreach_snippet") return null;
  const [old, next] = [before, after].map((side) => {
    const { value, sensitive, unknown } = partOf(side, "prompt");
    if (sensitive === true || hasMark(unknown)) return undefined;
    return typeof value === "string" ? promptVariables(value) : [];
  });
  return old === undefined || next === undefined ? null : difference(old, next);
}

export function difference(old: readonly string[], next: readonly string[]): VariableChange {
  return {
    appear: next.filter((variable) => !old.includes(variable)),
    vanish: old.filter((variable) => !next.includes(variable)),
  };
}

/** An ISO 8601 time. The server may send any text, and formats do not escape the sentence with the time. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.,]{1,20}(?:Z|[+-]\d\d:?\d\d)?$/;

const ACTION_OF: ReadonlyMap<string, Action> = new Map([
  ["no-op", "none"],
  ...(["create", "update", "delete", "forget"] as const).map((one) => [one, one] as const),
  ...["create,delete", "delete,create", "create,forget", "forget,create"].map(
    (both) => [both, "replace"] as const,
  ),
]);

/** Returns undefined for a read, and for actions that a newer engine adds. */
export function actionOf(actions: readonly string[]): Action | undefined {
  return ACTION_OF.get(actions.join(","));
}

export function isDangerous({ action, forgetsOld }: Pick<ObjectChange, "action" | "forgetsOld">): boolean {
  return action === "delete" || (action === "replace" && !forgetsOld);
}

/**
 * Returns warnings about operations that the review cannot show, and whether each operation deletes an
 * object.
 */
export function notShownIn({
  resource_changes = [],
  action_invocations = [],
  deferred_changes = [],
}: PlanJson) {
  const operation = (address: string, words: string, actions: readonly string[] = []) => {
    const detail = "This review does not show this operation. Read the engine's own output of the plan.";
    return { warning: warningOf(`${address}${words}`, detail, address), deletes: actions.includes("delete") };
  };
  const isUnknown = ({ mode, change }: PlannedResource) => {
    const action = actionOf(change.actions);
    // Data sources are only read. An object of another mode that has an action comes from a newer engine.
    return mode === "managed" ? action === undefined : action !== undefined && action !== "none";
  };
  return [
    ...resource_changes
      .filter(isUnknown)
      .map(({ address, change: { actions } }) =>
        operation(address, `: unknown action ${actions.join(", ")}`, actions),
      ),
    ...action_invocations.map(({ address }) => operation(address, " is invoked")),
    ...deferred_changes.map(({ resource_change: { address, change } }) =>
      operation(address, `: ${change.actions.join(", ")} is deferred to a later plan`, change.actions),
    ),
  ];
}

/**
 * The engine's reasons in words, and what keeps the object: a `removed` block or, if code declares the
 * object, a command.
 */
const REASONS: ReadonlyMap<string, readonly [words: string, keptBy?: "block" | "command"]> = new Map([
  ["replace_because_tainted", ["Its creation did not finish, or it was tainted by hand."]],
  ["replace_by_request", ["The replacement was requested on the command line."]],
  ["replace_by_triggers", ["Something in replace_triggered_by changes."]],
  ["delete_because_no_resource_config", ["It is no longer in the configuration.", "block"]],
  ["delete_because_no_module", ["Its module is no longer in the configuration.", "block"]],
  [
    "delete_because_wrong_repetition",
    ["The configuration has switched between count, for_each and neither."],
  ],
  ["delete_because_count_index", ["Its index is no longer below count.", "command"]],
  ["delete_because_each_key", ["Its key is no longer in for_each.", "command"]],
  // Only OpenTofu 1.11 and later give the reason `enabled = false`.
  ["delete_because_enabled_false", ["The configuration sets enabled to false for it."]],
  ["delete_because_no_move_target", ["It was moved to an address that is not in the configuration."]],
]);

export function keptBy({ action, reason }: ObjectChange): "block" | "command" | null {
  if (action !== "delete" || reason === null) return null;
  return [...REASONS.values()].find(([words]) => reason.startsWith(words))?.[1] ?? null;
}

/** If the apply deletes or reverts drift, the change shows the drift as its lost edit or in its reason. */
export function withDrift(change: ObjectChange, drift: ObjectDrift | undefined): ObjectChange {
  if (drift === undefined) return change;
  const changed = new Set(change.attributes.map(({ path }) => path));
  const lost = drift.attributes.filter(({ path }) => changed.has(path) && !drift.kept.includes(path));
  const words = sentence(`${drift.undone ? "this change undoes drift" : "drift"}: ${driftWords(drift)}`);
  return {
    ...change,
    undoesDrift: drift.undone,
    lostEdit: lost.length === 0 ? null : lost,
    reason: lost.length === 0 ? [change.reason ?? [], words].flat().join(" ") : change.reason,
  };
}

export function driftWords({ action }: Pick<ObjectDrift, "action">): string {
  return action === "delete"
    ? "it was deleted outside of Terraform"
    : "it was changed outside of Terraform since the last apply";
}
