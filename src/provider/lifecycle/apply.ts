import type { ResourceCall, WriteCall } from "../../plugin/framework";
import { isUnknown, type Unknown, type Value } from "../../plugin/values";
import type { Workspace } from "../run/run";
import { createObject } from "./create";
import { deleteObject } from "./delete";
import { noteManaged } from "./claims";
import type { Declared, ManagedKind, ManagedState, Partly, Readable } from "../run/object-kind";
import { forgetPlan, plannedToDelete } from "./plan";
import { noteSentAgain } from "./duplicates";
import { rememberedOf } from "./find-object";
import { settleWrite } from "./read-back";
import { describe, type StoredSubject } from "../wording/subject";
import { adoptObject, updateObject } from "./update";

/** A plan that is applied: what the provider decides may be unknown. */
type FinalPlan<State> = { readonly [K in keyof State]: State[K] | Unknown };

/** Creates what is planned, or takes over the object that the plan names. */
export async function createManaged<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  plan: FinalPlan<State>,
  workspace: Workspace,
  call: WriteCall<Partly<State>>,
): Promise<State> {
  forgetPlan(call);
  const begunAt = performance.now();
  const values = knownPart<State>(plan);
  const content = kind.contentOf(values, null);
  if (values.adopted !== true || values.id === null) {
    const { id, namesakes } = await createObject(kind, content, workspace, call);
    if (namesakes !== undefined) noteSentAgain(namesakes, call);
    const created = { content, certain: certainOf(values, id, workspace), begunAt };
    return settleWrite(kind, created, workspace, call);
  }
  const subject = { type: kind.type, id: values.id };
  const before = await adoptObject(kind, subject, values, workspace, call);
  const certain = certainOf(values, subject.id, workspace);
  const written = { content, certain, begunAt, before };
  // Terraform destroys what a failed create leaves in the state, and this object was there before.
  return settleWrite(kind, written, workspace, { ...call, signal: call.signal, record: () => undefined });
}

function certainOf<State extends ManagedState>(values: Partly<State>, id: string, workspace: Workspace) {
  return { ...values, id, workspace_id: workspace.id };
}

/** Brings an object to what is planned. Where only the provider's own attributes change, nothing is sent. */
export async function updateManaged<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  plan: FinalPlan<State>,
  prior: Partly<State>,
  workspace: Workspace,
  call: WriteCall<Partly<State>>,
): Promise<State> {
  forgetPlan(call);
  const begunAt = performance.now();
  const subject = noteManaged(kind, prior, workspace);
  const values = knownPart<State>(plan);
  const content = kind.contentOf(values, prior);
  const certain = certainOf(values, subject.id, workspace);
  if (!isUnknown(plan.last_updated_at)) return certain as State;
  const remembered = rememberedOf(kind, subject, prior, workspace, call);
  const change = { remembered, before: kind.contentOf(prior, null), after: content };
  const before = await updateObject(kind, subject, change, workspace, call);
  return settleWrite(kind, { content, certain, begunAt, before }, workspace, call);
}

/** Deletes an object. `allow` throws where it must not be deleted as it is now. */
export async function deleteManaged<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  prior: Partly<State>,
  workspace: Workspace,
  call: ResourceCall,
  allow?: (found: Found) => Promise<void>,
): Promise<void> {
  const subject = noteManaged(kind, prior, workspace);
  if (workspace.ownership(kind).isTakenOver(subject.id)) {
    warnOfTakenOver(subject, call);
    return;
  }
  const before = plannedToDelete(kind, prior, call);
  const remembered = rememberedOf(kind, subject, prior, workspace, call);
  await deleteObject(kind, subject, { before, remembered, allow }, workspace, call);
}

/**
 * An apply that learns a name only then may take over the very object that goes, such as the old one of a replace with
 * create_before_destroy: Terraform tells of that one only by its delete.
 */
function warnOfTakenOver(subject: StoredSubject, call: ResourceCall): void {
  call.diagnostics.warn(
    `${describe(subject)} has just been taken over and is not deleted`,
    'The name of the resource that existing_name = "adopt" gave it to was not known before the apply. The old place in the state is removed. Nothing needs to be done.',
  );
}

/** The values of a plan that are decided already; null for the others. */
function knownPart<State>(plan: FinalPlan<State>): Partly<State> {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [name, isUnknown(value as Value) ? null : value]),
  ) as Partly<State>;
}
