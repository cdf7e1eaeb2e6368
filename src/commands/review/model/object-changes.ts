import { CONTENT, kindOfType } from "../../../objects/kinds";
import { sameText } from "../../../objects/text";
import { afterRead, editIn, keepsEdit } from "../../../objects/text-edits";
import { promptVariables } from "../../../prompts";
import type { PlanJson, PlannedChange, PlannedResource } from "../../../estate/engine/plan-json";
import { sameJson } from "../../../util/json";
import { actionOf, isDangerous, reasonOf } from "./actions";
import { attributeChanges, formatPath } from "./attribute-changes";
import { declaredBy, isOwnType, textAttributes } from "./declared-attributes";
import type * as model from "./review";
import { afterOf, beforeOf, hasMark, isAbsent, partOf, type Side } from "../../../estate/engine/plan-sides";
import { visible } from "./visible-value";

export function changeOf(resource: PlannedResource, plan: PlanJson): model.ObjectChange | undefined {
  const { change, type } = resource;
  const action = actionOf(change.actions);
  const previousAddress = resource.previous_address ?? null;
  if (resource.mode !== "managed" || action === undefined) return undefined;
  if (action === "none" && previousAddress === null && change.importing === undefined) return undefined;
  const [before, after] = [beforeOf(change), afterOf(change)];
  const { replace_paths: replacePaths = [] } = change;
  const found = attributeChanges(before, after, { replacePaths, texts: textAttributes(type) });
  const declared = declaredBy(resource, plan);
  const attributes = found.filter((attribute) => isShown(attribute, action, { type, declared }));
  const hidden = found.filter((attribute) => !attributes.includes(attribute));
  const stays = action === "none" || action === "forget";
  const isNew = action === "create" || action === "replace";
  const forgetsOld = action === "replace" && change.actions.includes("forget");
  const deletes = isDangerous({ action, forgetsOld });
  return {
    ...identityOf(resource, before, after),
    ...{ action, onlyUpdatesState: action === "update" && isOwnType(type) && isUpdateOfState(after) },
    createsBeforeDestroy: action === "replace" && change.actions[0] === "create",
    forgetsOld,
    reason: reasonOf(resource),
    undoesDrift: false,
    updatedAt: isOwnType(type) ? timeIn(before) : null,
    lostEdit: null,
    forcedBy: replacePaths.map(formatPath),
    importId: change.importing === undefined ? null : (change.importing.id ?? ""),
    // In a type of another provider, `adopted` may mean anything.
    adopts: isNew && isOwnType(type) && partOf(after, "adopted").value === true,
    previousAddress,
    attributes: stays ? [] : attributes,
    knownAfterApply: hidden
      .filter(({ after: { kind } }) => kind === "unknown")
      .map(({ path }) => path)
      .sort(),
    variables: stays ? null : variablesOf(type, before, after),
    associatedCount: deletes && type === "outreach_cluster" ? associatedCountOf(before) : null,
    ...{ warnings: [], source: null, origin: null },
  };
}

/** Returns the drift of an object; undefined for drift that no plan would revert, such as new counts. */
export function driftOf(
  resource: PlannedResource,
  planned: PlannedResource | undefined,
  plan: PlanJson,
): model.ObjectDrift | undefined {
  const { change, type } = resource;
  const [action] = change.actions;
  if (resource.mode !== "managed" || (action !== "delete" && action !== "update")) return undefined;
  const undone = planned !== undefined && isUndone(change, planned, plan);
  const [before, after] = [beforeOf(change), afterOf(change)];
  const kept = editsKeptBy(planned, resource);
  const drift = { ...identityOf(resource, before, after), action, undone, kept } as const;
  if (action === "delete") return { ...drift, attributes: [], variables: null };
  const declared = declaredBy(resource, plan);
  const attributes = attributeChanges(before, after, { texts: textAttributes(type) }).filter(
    (attribute) => declared === undefined || declared.has(rootOf(attribute)),
  );
  if (attributes.length === 0) return undefined;
  return { ...drift, attributes, variables: variablesOf(type, before, after) };
}

/** Returns the texts of which another planned text keeps the edit, as the provider judges it. */
function editsKeptBy(planned: PlannedResource | undefined, { type, change }: PlannedResource): string[] {
  const kind = kindOfType(type);
  if (planned === undefined || kind === undefined) return [];
  const after = afterOf(planned.change);
  const textIn = (side: Side, name: string) => {
    const { value } = partOf(side, name);
    return typeof value === "string" ? value : "";
  };
  return CONTENT[kind].filter((name) => {
    const [before, found] = [textIn(beforeOf(change), name), textIn(afterOf(change), name)];
    const next = textIn(after, name);
    const edit = editIn(afterRead({}, { before, found, isOlder: false }), found);
    return edit && !hasMark(partOf(after, name).unknown) && !sameText(found, next) && keepsEdit(edit, next);
  });
}

/** Reports whether a change only undoes drift: it restores a deleted object or the prior attributes. */
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

export function outputChangeOf(name: string, change: PlannedChange): model.OutputChange | undefined {
  const [action] = change.actions;
  if (action !== "create" && action !== "update" && action !== "delete") return undefined;
  const wrap = ({ value, sensitive, unknown }: Side): Side => ({
    value: { value: value ?? null },
    sensitive: { value: sensitive ?? false },
    unknown: { value: unknown ?? false },
  });
  const attributes = attributeChanges(wrap(beforeOf(change)), wrap(afterOf(change))).map((attribute) => ({
    ...attribute,
    path: attribute.path.replace(/^value\.?/, ""),
  }));
  return { name, action, attributes };
}

/** Reports whether an update of an object of ours sends nothing: the provider then plans no new time of the update. */
export function isUpdateOfState(after: Side): boolean {
  const { value, unknown } = partOf(after, "last_updated_at");
  return value !== undefined && !hasMark(unknown);
}

/** Reports whether the review shows an attribute. Other providers' computed attributes are shown if known. */
function isShown(
  attribute: model.AttributeChange,
  action: model.Action,
  { type, declared }: { readonly type: string; readonly declared: ReadonlySet<string> | undefined },
): boolean {
  const isComputed = attribute.after.kind === "unknown" || action === "delete";
  if (!isComputed && !isOwnType(type)) return true;
  return declared?.has(rootOf(attribute)) ?? attribute.before.kind !== "absent";
}

function rootOf({ path }: model.AttributeChange): string {
  return /^[^.[]*/.exec(path)![0];
}

type Named = Pick<PlannedResource, "address" | "type"> & { readonly deposed?: string | undefined };

/** Returns the names of an object, from the first side that has them. */
export function identityOf(
  { address, deposed, type }: Named,
  ...sides: readonly Side[]
): model.ObjectIdentity {
  const text = (attribute: string) => {
    const parts = sides.map((side) => partOf(side, attribute));
    if (parts.some(({ sensitive }) => sensitive === true)) return null;
    const known = parts.find((part) => !isAbsent(part) && part.unknown !== true);
    return typeof known?.value === "string" ? known.value : null;
  };
  return {
    address: deposed === undefined ? address : `${address} (deposed object ${deposed})`,
    type,
    name: text("name"),
    id: text("id"),
  };
}

function variablesOf(type: string, before: Side, after: Side): model.VariableChange | null {
  if (type !== "outreach_snippet") return null;
  const prompts = [before, after].map((side) => partOf(side, "prompt"));
  if (prompts.some(({ sensitive }) => sensitive === true)) return null;
  const [old, next] = prompts.map((prompt) => {
    const value = visible(prompt);
    if (value.kind === "absent") return [];
    const isText = value.kind === "value" && typeof value.value === "string";
    return isText ? promptVariables(value.value) : undefined;
  });
  if (old === undefined || next === undefined) return null;
  return {
    appear: next.filter((variable) => !old.includes(variable)),
    vanish: old.filter((variable) => !next.includes(variable)),
  };
}

/** Matches a time in ISO 8601. The server may send any text, which would stand in sentences that no format escapes. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.,]{1,20}(?:Z|[+-]\d\d:?\d\d)?$/;

function timeIn(side: Side): string | null {
  const { value } = partOf(side, "last_updated_at");
  return typeof value === "string" && TIME.test(value) ? value : null;
}

function associatedCountOf(cluster: Side): number | null {
  const { value } = partOf(cluster, "associated_count");
  return typeof value === "number" ? value : null;
}
