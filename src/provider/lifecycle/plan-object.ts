import type { ResourceCall } from "../../plugin/framework";
import { isUnknown, unknown, type Unknown } from "../../plugin/values";
import type { Workspace } from "../workspace";
import { planExistingName } from "./existing-name";
import { unlessSaidBefore } from "./failure";
import { noteManaged } from "./managed";
import type { AnyKind, ManagedState, Partly } from "./object-kind";

/** The planned values that a create decides beside its content. */
interface PlannedIdentity {
  readonly id: string | Unknown;
  readonly workspace_id: string | Unknown;
  readonly adopted: true | null;
}

/**
 * Plans a create. `adopted` is known in every plan, so that Terraform itself refuses an apply that would take over an
 * object where the reviewed plan said that it creates one.
 */
export async function planCreate(
  kind: AnyKind,
  name: string | Unknown,
  workspace: Workspace,
  call: ResourceCall,
): Promise<PlannedIdentity> {
  forgetPlan(call);
  // A replace looks too: the apply plans its create again, and nothing tells it then that it replaces an object.
  const adopted = isUnknown(name) ? undefined : await planExistingName(kind, name, workspace, call);
  return {
    id: adopted?.id ?? unknown,
    workspace_id: workspace.isKnown ? workspace.id : unknown,
    adopted: adopted === undefined ? null : true,
  };
}

/**
 * Private memory of an object that exists. Terraform plans a replace, of a tainted object too, as if for a create, with
 * this memory and nothing else of what was there.
 */
const PLANNED_BEFORE = "planned_before";

/** Keeps what a plan of a replace has to know of the object. */
export function rememberForReplace(memory: unknown, call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, memory);
}

/** Notes an object that is planned to stay. */
export async function planExisting<State extends ManagedState>(
  kind: AnyKind,
  prior: Partly<State>,
  workspace: Workspace,
): Promise<void> {
  await unlessSaidBefore(async () => noteManaged(kind, prior, workspace), undefined);
}

/** The memory of the object that a planned create replaces; undefined where it replaces none. */
export function replacedMemory(call: ResourceCall): unknown {
  return call.private.get(PLANNED_BEFORE);
}

/** An object that is written needs the memory no longer. */
export function forgetPlan(call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, undefined);
}
