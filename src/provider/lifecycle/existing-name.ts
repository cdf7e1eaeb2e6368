import type { Doubt } from "../../client";
import { sameText } from "../../objects/text";
import type { HookContext } from "../run/operation";
import { unlessReported } from "../run/reporting";
import { WHOLE_LIST } from "../wording/failure";
import type { ExistingNameMode } from "../settings/configuration";
import {
  describe,
  importLines,
  MOVED_BLOCK,
  ProviderError,
  readUnderAnotherName,
  shownId,
} from "../wording/subject";
import { nameConflict } from "./name-conflict";
import { findObject } from "./find-object";
import { refuseLostState } from "./lost-state";
import { restrictSameNamed } from "./restrict";
import { findSameNamed } from "./same-named";

/** The kind of object that a create plans, and the name that it declares. */
interface NamedContext extends HookContext {
  readonly name: string;
}

/**
 * Looks for unmanaged objects that have the name of a planned create, and does what `existing_name` says.
 * Returns the id of the object to adopt, if any. `replaced` is the id of the object that is replaced.
 */
export async function planExistingName(
  hook: HookContext,
  name: string,
  replaced: string | undefined,
): Promise<string | undefined> {
  const { run } = hook;
  const context = { ...hook, name };
  const { existingName } = run.settings;
  const look = async () => {
    const { managed, unmanaged: ids, rewritten, doubt } = await findSameNamed(context, name);
    warnOfRewritten(context, rewritten);
    const others = managed.filter((id) => id !== replaced);
    if (doubt?.isPartial === true) refuseUnproven(context, doubt);
    if (existingName === "warn") restrictSameNamed(context, [...others, ...ids]);
    else refuseConflicts(context, others);
    return ids.length === 0 ? undefined : decide(context, ids);
  };
  // An apply plans a create again. If the first plan adopts an object and the second does not, Terraform
  // reports a bug in the provider, so the lookup always runs.
  if (existingName === "adopt") return look();
  return run.failures.isFailing ? undefined : unlessReported(run, look);
}

/** Warns of objects whose names may be the planned name as the server rewrote it. No read can prove that. */
function warnOfRewritten({ kind, call }: NamedContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  call.diagnostics.warn(
    `${describe({ type: kind.type })} may exist already (${ids.map(shownId).join(", ")}): the API may have altered the declared name`,
    `A second object is created. If an interrupted run left the existing object, or this resource should manage it, import it and declare its name exactly as the API stores it. Do not import an object of another resource. To import, run:\n${importLines(kind.type, ids)}`,
    "name",
  );
}

/** Throws if a create needs a proof that no object has its name, and the list is none. */
function refuseUnproven({ kind, run }: NamedContext, { reason }: Doubt): void {
  const { restrictions, settings, failures } = run;
  if (settings.existingName === "warn" && restrictions?.approvals === undefined) return;
  if (failures.isFailing) return;
  const cause =
    settings.existingName === "warn"
      ? "An approval covers"
      : `existing_name = "${settings.existingName}" allows`;
  throw new ProviderError(
    `${describe({ type: kind.type })}: nothing proves that no object has this name`,
    `The list of the API may lack objects: ${reason}. ${cause} a create only if no object has its name. Nothing was written. ` +
      WHOLE_LIST,
    "name",
  );
}

/**
 * Throws if managed objects have the name of the planned create. Its apply would fail, because Terraform
 * shows no unchanged resources in an apply, so that their objects would look unmanaged.
 */
function refuseConflicts({ kind, run }: NamedContext, managed: readonly string[]): void {
  if (run.memory(kind).ownership.recordConflicts(managed)) return;
  throw nameConflict({ subject: { type: kind.type }, run });
}

/** Warns of unmanaged objects that have the name, rejects them, or adopts the only one and returns its id. */
async function decide(context: NamedContext, ids: readonly string[]): Promise<string | undefined> {
  const { kind, run, call } = context;
  const [id] = ids;
  const mode = run.settings.existingName;
  if (mode === "adopt" && id !== undefined && ids.length === 1) return adopt(context, id);
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

/** The end of an error message. A renamed object must not be overwritten because of its old name. */
const NOT_ADOPTED =
  "The object is not adopted. Plan again later. If the error persists, declare another name, or import the object if you want to manage it:";

/** Reserves an object for the planned create and returns its id; undefined if it is deleted or managed. */
async function adopt(context: NamedContext, id: string): Promise<string | undefined> {
  const { kind, run, call, name } = context;
  const subject = { type: kind.type, id };
  const found = await findObject({ kind, subject, run, call });
  if (found === undefined) return undefined;
  const { ownership } = run.memory(kind);
  if (ownership.isManaged(id)) {
    refuseConflicts(context, [id]);
    return undefined;
  }
  if (!sameText(found.name, name)) {
    throw readUnderAnotherName(subject, `${NOT_ADOPTED}\n${importLines(kind.type, [id])}`);
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
