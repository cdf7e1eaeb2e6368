import { isUnknown, unknown, type Unknown } from "../../plugin/values";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { claimUnlessReported, managedTwice, nameConflict } from "./claims";
import { planExistingName } from "./existing-name";
import { forgetPlan, replacedMemory } from "./plan-memory";

/** The planned values of a create beside its content. */
interface PlannedIdentity {
  readonly id: string | Unknown;
  readonly workspace_id: string | Unknown;
  readonly adopted: true | null | Unknown;
}

/**
 * Plans a create. `adopted` is known if the plan could look for the name. So Terraform itself rejects an
 * apply that would adopt an object where the reviewed plan creates one.
 */
export async function planCreate(context: HookContext, name: string | Unknown): Promise<PlannedIdentity> {
  const { kind, run, call } = context;
  const { settings } = run;
  const replaced = replacedMemory(call) as { readonly id: string } | undefined;
  forgetPlan(call);
  // The object that is replaced exists, and counts as declared.
  if (settings.isKnown && replaced === undefined) run.memory(kind).readAhead.excludeCreate();
  // A replace also looks for the name: the apply plans its create again, without a sign that it replaces an
  // object.
  const isLookedFor = settings.isKnown && !isUnknown(name);
  const adoptedId = isLookedFor ? await planExistingName(context, name, replaced?.id) : undefined;
  const otherwise = isLookedFor || !settings.mayAdopt ? null : unknown;
  return {
    id: adoptedId ?? unknown,
    workspace_id: settings.plannedWorkspaceId,
    adopted: adoptedId === undefined ? otherwise : true,
  };
}

/** Records an object that is planned to stay. */
export function planExisting(context: Omit<HookContext, "call">, prior: Partly<ManagedState>): void {
  const subject = claimUnlessReported(context, prior);
  if (subject !== undefined && context.run.settings.isKnown) recordPlan({ ...context, subject }, "stays");
}

/** Records a planned object. Throws for two resources that cannot both be applied, in either order. */
export function recordPlan(operation: Omit<Operation, "call">, plan: "stays" | "goes"): void {
  const { kind, subject, run } = operation;
  const { ownership } = run.memory(kind);
  if (!ownership.recordPlan(subject.id, plan)) throw managedTwice(subject);
  if (ownership.conflictsWithCreate(subject.id)) throw nameConflict(operation);
}
