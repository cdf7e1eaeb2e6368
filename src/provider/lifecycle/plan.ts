import { isDenied, isOutage } from "../../client";
import type { Call, ResourceCall } from "../../plugin/framework";
import { isUnknown, unknown, type Unknown } from "../../plugin/values";
import type { Workspace } from "../run/run";
import { planExistingName } from "./existing-name";
import { explaining, mayBeGone, unlessSaidBefore, unlessSaidBeforeAtOnce } from "../wording/failure";
import { inWorkspace, listFor, rememberedOf, shown } from "./find-object";
import { notFoundHere, OtherObject } from "./identity";
import { besideManaged, managedTwice, noteManaged } from "./claims";
import type {
  AnyKind,
  Declared,
  Difference,
  ManagedKind,
  ManagedState,
  Partly,
  Readable,
} from "../run/object-kind";
import { describe, inWords, type StoredSubject } from "../wording/subject";

/** The planned values that a create decides beside its content. */
interface PlannedIdentity {
  readonly id: string | Unknown;
  readonly workspace_id: string | Unknown;
  readonly adopted: true | null | Unknown;
}

/**
 * Plans a create. `adopted` is known in every plan that could look for the name, so that Terraform itself refuses an apply
 * that would take over an object where the reviewed plan said that it creates one.
 */
export async function planCreate(
  kind: AnyKind,
  name: string | Unknown,
  workspace: Workspace,
  call: ResourceCall,
): Promise<PlannedIdentity> {
  const replaced = replacedMemory(call) as { readonly id: string } | undefined;
  forgetPlan(call);
  // The object that a replace is for exists, and counts as declared.
  if (workspace.isKnown && replaced === undefined) workspace.readAhead(kind).noteCreate();
  // A replace looks too: the apply plans its create again, and nothing tells it then that it replaces an object.
  const isLookedFor = workspace.isKnown && !isUnknown(name);
  const adoptedId = isLookedFor
    ? await planExistingName(kind, name, replaced?.id, workspace, call)
    : undefined;
  const otherwise = isLookedFor || !workspace.mayAdopt ? null : unknown;
  return {
    id: adoptedId ?? unknown,
    workspace_id: workspace.plannedId,
    adopted: adoptedId === undefined ? otherwise : true,
  };
}

/**
 * Private memory of an object that exists. Terraform plans a replace as if for a create, with this memory and nothing
 * else of what was there. Of a tainted object it gives not even that.
 */
const PLANNED_BEFORE = "planned_before";

/** Keeps what a plan of a replace has to know of the object: its id, and what else the kind needs. */
export function rememberForReplace(memory: { readonly id: string | null }, call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, memory);
}

/** Notes an object that is planned to stay. */
export function planExisting(kind: AnyKind, prior: Partly<ManagedState>, workspace: Workspace): void {
  const subject = unlessSaidBeforeAtOnce(workspace, () => noteManaged(kind, prior, workspace));
  if (subject === undefined || !workspace.isKnown) return;
  notePlanned(kind, subject, "stays", workspace);
}

/** Refuses what could only fail in the apply, where nothing tells of the other resource: which of the two is first is not known. */
function notePlanned(
  kind: AnyKind,
  subject: StoredSubject,
  plan: "stays" | "goes",
  workspace: Workspace,
): void {
  const ownership = workspace.ownership(kind);
  if (!ownership.notePlanned(subject.id, plan)) throw managedTwice(subject);
  if (ownership.isBesideCreate(subject.id)) throw besideManaged(subject, workspace);
}

/** The memory of the object that a planned create replaces; undefined where it replaces none. */
export function replacedMemory(call: ResourceCall): unknown {
  return call.private.get(PLANNED_BEFORE);
}

/** Private memory of a planned delete: the content that the plan saw, where the prior state has another one. */
const SEEN_BY_PLAN = "seen_by_plan";

/**
 * Notes an object that is planned to go and returns its state as it is now. Terraform plans the delete of a resource that
 * is no longer declared before it refreshes it, and applies the delete with the same old state: without a look of our
 * own, what changed long before this plan would count as changed after it, in this plan and in all that follow. The
 * other half of a create_before_destroy is planned once more in the apply: that must not pass for having been reviewed.
 */
export async function planDelete<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  prior: Partly<State>,
  workspace: Workspace,
  call: ResourceCall,
): Promise<Partly<State>> {
  call.private.set(SEEN_BY_PLAN, undefined);
  const subject = unlessSaidBeforeAtOnce(workspace, () => noteManaged(kind, prior, workspace));
  if (subject === undefined || !workspace.isKnown || workspace.isFailing || workspace.isWriting) return prior;
  notePlanned(kind, subject, "goes", workspace);
  const found = await unlessSaidBefore(workspace, () =>
    lookBeforeDelete(kind, subject, prior, workspace, call),
  );
  if (found === undefined) return prior;
  const seen = kind.toState(found, workspace, prior);
  const changed = kind.differences(kind.contentOf(prior, null), found);
  if (changed.length === 0) return seen;
  call.private.set(SEEN_BY_PLAN, kind.contentOf(seen, null));
  warnOfChanged(subject, changed, call);
  return seen;
}

/** Terraform shows what the state holds of an object that goes, even where it has read that it is another text by now. */
function warnOfChanged(subject: StoredSubject, changed: readonly Difference[], call: ResourceCall): void {
  call.diagnostics.warn(
    `${describe(subject)} was changed outside, and is to be deleted as it is now`,
    `${inWords(changed, "the state has")}\n\nThe plan may show the text of the state. To see the change and keep the object, declare it and plan again.`,
  );
}

/**
 * The object that is to be deleted. A look that fails is no error of the plan, because the refresh tells of it where there
 * is one; but what every delete would meet is told here, once, rather than by each of them in the apply.
 */
async function lookBeforeDelete<Found extends Readable, Content extends Declared, State extends ManagedState>(
  kind: ManagedKind<Found, Content, State>,
  subject: StoredSubject,
  prior: Partly<State>,
  workspace: Workspace,
  call: ResourceCall,
): Promise<Found | undefined> {
  const remembered = rememberedOf(kind, subject, prior, workspace, call);
  return explaining("read", subject, workspace, async () => {
    try {
      const answer = await kind.get(workspace.client, subject.id, { signal: call.signal });
      remembered.refuseOther(answer);
      const found = inWorkspace(answer, subject, workspace);
      return await shown(kind, subject, found, remembered, workspace, call);
    } catch (error) {
      if (isDenied(error)) await tellOfCredentials(kind, subject, workspace, call);
      const { elsewhere } = remembered;
      if (elsewhere !== undefined && mayBeGone(error)) throw notFoundHere(subject, elsewhere, workspace);
      if (isOutage(error) || error instanceof OtherObject || workspace.isFailing) throw error;
      return undefined;
    }
  });
}

/** Throws where the credentials are refused, which a list shows; a list that fails otherwise tells nothing here. */
async function tellOfCredentials(kind: AnyKind, subject: StoredSubject, workspace: Workspace, call: Call) {
  try {
    await listFor(kind, subject, workspace, call);
  } catch (error) {
    if (workspace.isFailing) throw error;
  }
}

/** The content that the plan of a delete saw. */
export function plannedToDelete<Found extends Readable, Content extends Declared, State extends ManagedState>(
  kind: ManagedKind<Found, Content, State>,
  prior: Partly<State>,
  call: ResourceCall,
): Content {
  const seen = call.private.get(SEEN_BY_PLAN) as Content | undefined;
  return seen ?? kind.contentOf(prior, null);
}

/** An object that is written needs the memory no longer. */
export function forgetPlan(call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, undefined);
  call.private.set(SEEN_BY_PLAN, undefined);
}
