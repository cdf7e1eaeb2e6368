import type { Doubt } from "../../client";
import { mayBeNamed, sameText } from "../../objects/text";
import type { HookCall, ResourceCall } from "../../sdk/framework";
import type { Concerned, HookContext, Operation } from "../run/operation";
import { pause, pollUntil } from "../run/polling";
import { explaining, unlessReported } from "../run/reporting";
import type { ExistingNameMode } from "../settings/configuration";
import { ALLOW_DUPLICATES, allowsDuplicates } from "../settings/restrictions";
import { WHOLE_LIST } from "../wording/failure";
import {
  describe,
  importLines,
  MOVED_BLOCK,
  ProviderError,
  readUnderAnotherName,
  shownId,
  type Subject,
} from "../wording/subject";
import { findObject, readOnce } from "./find-object";
import { isInWorkspace } from "./identity";
import { restrictSameNamed } from "./permit";

/** Returns the id of the object to adopt. `replaced` is the id of the object that this create replaces. */
export async function planExistingName(
  context: HookContext,
  name: string,
  replaced: string | undefined,
): Promise<string | undefined> {
  const { run } = context;
  const { existingName } = run.settings;
  const look = async () => {
    const { managed, unmanaged: ids, rewritten, doubt } = await findSameNamed(context, name);
    warnOfRewritten(context, rewritten);
    const others = managed.filter((id) => id !== replaced);
    if (doubt?.isPartial === true) refuseUnproven(context, doubt);
    if (existingName === "warn") restrictSameNamed(context, [...others, ...ids]);
    else refuseConflicts(context, others);
    return ids.length === 0 ? undefined : decide(context, name, ids);
  };
  // Looks for the name even in a failing run: Terraform reports a bug if the first plan adopts an object and
  // the plan in the apply does not.
  if (existingName === "adopt") return look();
  return run.failures.isFailing ? undefined : unlessReported(run, look);
}

function warnOfRewritten({ kind, call }: HookContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  call.diagnostics.warn(
    `${describe({ type: kind.type })} may exist already (${ids.map(shownId).join(", ")}): the API may have altered the declared name`,
    `A second object is created. If an interrupted run left the existing object, or this resource should manage it, import it and declare its name exactly as the API stores it. Do not import an object of another resource. To import, run:\n${importLines(kind.type, ids)}`,
    "name",
  );
}

function refuseUnproven({ kind, run }: HookContext, { reason }: Doubt): void {
  const { restrictions, settings, failures } = run;
  if (settings.existingName === "warn" && restrictions?.approvals === undefined) return;
  if (failures.isFailing) return;
  throw new ProviderError(
    `${describe({ type: kind.type })}: nothing proves that no object has this name`,
    `The list of the API may lack objects: ${reason}. An approval, or another existing_name than "warn", allows a create only if no object has its name. Nothing was written. ${WHOLE_LIST}`,
    "name",
  );
}

function refuseConflicts({ kind, run }: HookContext, managed: readonly string[]): void {
  if (run.memory(kind).ownership.recordConflicts(managed)) return;
  throw nameConflict({ subject: { type: kind.type }, run });
}

async function decide(
  context: HookContext,
  name: string,
  ids: readonly string[],
): Promise<string | undefined> {
  const { kind, run, call } = context;
  const [id] = ids;
  const mode = run.settings.existingName;
  if (mode === "adopt" && id !== undefined && ids.length === 1) return adopt(context, name, id);
  const summary = `${describe({ type: kind.type })} of this name exists already (${ids.map(shownId).join(", ")})`;
  const detail = `${ADVICE[mode]}\n${importLines(kind.type, ids)}`;
  if (mode !== "warn") throw new ProviderError(summary, detail, "name");
  call.diagnostics.warn(summary, detail, "name");
  await refuseLostState(context);
  return undefined;
}

const ADVICE: Readonly<Record<ExistingNameMode, string>> = {
  warn: 'A second object with this name is created. Import the existing object instead if an interrupted run left it, or if you want to manage it and no other resource does. Or plan with existing_name = "adopt". In the apply of a replace with create_before_destroy, the existing object may be the old one, which Terraform deletes next: then nothing needs to be done. To import the existing object, run:',
  fail: `existing_name = "fail" refuses a second object with this name. Import the existing one if no other state has it, write ${MOVED_BLOCK} if a resource only got a new address, or declare another name. Set existing_name = "warn" for a replace with create_before_destroy, and for the plan that comes before a destroy. To import the existing one, run:`,
  adopt:
    'existing_name = "adopt" adopts an object only if it is the only one with this name, but several objects have it. Import the one that you want to manage:',
};

/** Reserves the object for the planned create. Returns undefined if the object is deleted or managed. */
async function adopt(context: HookContext, name: string, id: string): Promise<string | undefined> {
  const { kind, run, call } = context;
  const subject = { type: kind.type, id };
  const found = await findObject({ kind, subject, run, call });
  if (found === undefined) return undefined;
  const { ownership } = run.memory(kind);
  if (ownership.isManaged(id)) {
    refuseConflicts(context, [id]);
    return undefined;
  }
  if (!sameText(found.name, name)) {
    // The list may be older than a rename. An object that a person has renamed must not be overwritten.
    throw readUnderAnotherName(
      subject,
      `The object is not adopted. Plan again later. If the error persists, declare another name, or import the object if you want to manage it:\n${importLines(kind.type, [id])}`,
    );
  }
  if (!ownership.reserve(id)) {
    throw new ProviderError(
      `${describe(subject)} would be adopted by two resources`,
      "Two planned resources have this name. Declare different names, or import the object into one of them.",
      "name",
    );
  }
  call.diagnostics.warn(
    `${describe(subject)} is adopted instead of created`,
    `The object exists already, and existing_name is "adopt". The apply overwrites its content with the declared content, and clears what is not declared. From then on this configuration manages it. Plan with existing_name = "warn" to create a second object instead.`,
    "name",
  );
  return id;
}

/** Milliseconds to wait until Terraform, which reads ten resources at a time, reads that of a listed object. */
const MANAGED_PAUSE_MS = 250;

/**
 * Lists the objects of a name, after a short wait for the reads that show which objects are managed.
 * `rewritten` objects have a name that the server may have made from `name`.
 */
export async function findSameNamed(context: HookContext<HookCall>, name: string) {
  const { kind, run, call } = context;
  const { ownership, inventory } = run.memory(kind);
  const listing = await explaining("list", { subject: { type: kind.type }, run }, () =>
    inventory.first(call.signal),
  );
  const named = listing.named(name).map(({ id }) => id);
  const disguised = listing.disguised(name).map(({ id }) => id);
  const unmanaged = (ids: readonly string[]) => ids.filter((id) => !ownership.isManaged(id));
  const unknown = unmanaged([...named, ...disguised]);
  if (unknown.length > 0) {
    await Promise.race([
      Promise.all(unknown.map((id) => ownership.whenManaged(id))),
      pause(MANAGED_PAUSE_MS, call.signal),
    ]);
  }
  const read = await Promise.all(
    unmanaged(disguised).map(async (id) => ({ id, name: await nameOf(context, id) })),
  );
  const idsWhere = (holds: (found: string) => boolean) =>
    read.filter((one) => one.name !== undefined && holds(one.name)).map(({ id }) => id);
  return {
    doubt: listing.doubt,
    managed: named.filter((id) => ownership.isManaged(id)),
    unmanaged: unmanaged([...named, ...idsWhere((found) => sameText(found, name))]),
    rewritten: idsWhere((found) => !sameText(found, name) && mayBeNamed(name, found)),
  };
}

async function nameOf(context: HookContext<HookCall>, id: string): Promise<string | undefined> {
  const { kind, run } = context;
  const { unmanaged } = run.memory(kind);
  const known = unmanaged.get(id);
  if (known !== undefined) return known.name;
  const { found } = await explaining("read", { subject: { type: kind.type, id }, run }, () =>
    readOnce(context, id),
  );
  if (found === undefined || !isInWorkspace(found, run)) return undefined;
  unmanaged.set(found.id, found);
  return found.name;
}

export function nameConflict({ subject, run }: Concerned): ProviderError {
  return new ProviderError(
    `${describe(subject)} has the name of another resource of this configuration`,
    `One of the two resources is to be created, and Terraform may create it before the other resource is deleted or renamed. existing_name = ${JSON.stringify(run.settings.existingName)} needs different names. ` +
      `Declare another name for one of them, write ${MOVED_BLOCK} if they are the same resource under a new address, or plan with existing_name = "warn".`,
    "name",
  );
}

const MANY = 10;

/** Milliseconds to wait until this run knows a managed object. */
const WAIT_MS = 2_000;

/** Throws at the tenth create of an existing name if no managed object is known. */
async function refuseLostState({ kind, run, call }: HookContext): Promise<void> {
  run.plannedDuplicates += 1;
  if (run.plannedDuplicates !== MANY || allowsDuplicates()) return;
  // While this create waits, Terraform works on other resources, which may show a managed object.
  const known = () => Promise.resolve(run.isWriting || run.hasManaged || undefined);
  if ((await pollUntil(known, WAIT_MS, call.signal)) === true) return;
  throw new ProviderError(
    `${describe({ type: kind.type })}: ${MANY} or more planned creates have the names of existing objects, and this plan shows no managed object`,
    "The state is probably lost or empty, so an apply would create the objects a second time. Nothing was written. " +
      "Restore the state from a backup, or check that the backend and the Terraform workspace are the right ones. " +
      "Without a backup, run npx cdktf-outreach export --adopt, which imports the objects by their names, or import them by the ids in the warnings of this plan. " +
      `If you really want duplicates, set ${ALLOW_DUPLICATES}=true.`,
  );
}

/** Private state after a retried create: ids of objects that had the same name before the create. */
export const RETRIED_CREATE = "retried_create";

/** Warns of objects that appeared after a retried create. If the list fails, the next plan tries again. */
export async function warnOfLateDuplicates(operation: Operation<ResourceCall>, name: string): Promise<void> {
  const { subject, run, call } = operation;
  const before = call.private.get(RETRIED_CREATE) as readonly string[] | undefined;
  if (before === undefined) return;
  const existing = await findSameNamed(operation, name).catch((error: unknown) => {
    // If this list found an outage, no other call reports the outage.
    if (run.failures.isFailing) throw error;
  });
  if (existing === undefined) return;
  call.private.set(RETRIED_CREATE, undefined);
  const duplicates = existing.unmanaged.filter((one) => !before.includes(one));
  warnOfDuplicates(subject, call, duplicates);
}

export function warnOfDuplicates(subject: Subject, call: HookCall, duplicates: readonly string[]): void {
  if (duplicates.length === 0) return;
  call.diagnostics.warn(
    `${describe(subject)} may have been created twice`,
    "Its create was retried because the response was lost and no list showed the object. The object below appeared later, and may come from an earlier attempt. " +
      `If no other resource manages it, delete the object, or import it into a resource with another address.\n${importLines(subject.type, duplicates)}`,
  );
}
