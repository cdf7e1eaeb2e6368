import { attributePath, DiagnosticError, type Call } from "../../plugin/framework";
import { sameText } from "../comparison/text";
import type { Workspace } from "../run/run";
import { findExisting } from "./same-named";
import { unlessSaidBefore } from "../wording/failure";
import { findObject } from "./find-object";
import type { AnyKind } from "../run/object-kind";
import { besideManaged } from "./claims";
import { describe, importLines, MOVED_BLOCK, readUnderAnotherName, shownId } from "../wording/subject";

/** What a planned create does about existing objects of its name. */
export const EXISTING_NAME_MODES = ["warn", "adopt", "fail"] as const;
export type ExistingNameMode = (typeof EXISTING_NAME_MODES)[number];

/**
 * Looks for objects of a planned create's name that nothing manages, such as one whose create was recorded nowhere
 * because the run was killed. Warns of them, refuses the plan, or returns the id of the one to take over, as `existing_name` says.
 * `replaced` is the object that goes in favour of the planned one.
 */
export async function planExistingName(
  kind: AnyKind,
  name: string,
  replaced: string | undefined,
  workspace: Workspace,
  call: Call,
): Promise<string | undefined> {
  const look = async () => {
    const { managed, unmanaged: ids, rewritten } = await findExisting(kind, name, workspace, call);
    warnOfRewritten(kind, rewritten, call);
    const others = managed.filter((id) => id !== replaced);
    if (workspace.existingName !== "warn") refuseBeside(kind, others, workspace);
    return ids.length === 0 ? undefined : decide(kind, name, ids, workspace, call);
  };
  // The apply plans a create again: to answer there that nothing is taken over is "a bug in the provider" to Terraform.
  if (workspace.existingName === "adopt") return look();
  return workspace.isFailing ? undefined : unlessSaidBefore(workspace, look);
}

/** Of these a read does not prove that they are the ones that are planned: nothing is refused or taken over because of them. */
function warnOfRewritten(kind: AnyKind, ids: readonly string[], call: Call): void {
  if (ids.length === 0) return;
  call.diagnostics.warn(
    `${describe({ type: kind.type })} may exist already under a name that the API has made of this one (${ids.map(shownId).join(", ")})`,
    `Another one is created. If an interrupted run left it, or you want to manage it, and no other resource does, import it instead, and declare its name as the API keeps it:\n${importLines(kind.type, ids)}`,
    attributePath("name"),
  );
}

/**
 * Terraform plans a create again in its apply and shows nothing of the resources that do not change, so there the
 * objects that they manage look like nobody's. What could only fail then is refused here.
 */
function refuseBeside(kind: AnyKind, managed: readonly string[], workspace: Workspace): void {
  if (!workspace.ownership(kind).noteCreateBeside(managed))
    throw besideManaged({ type: kind.type }, workspace);
}

async function decide(
  kind: AnyKind,
  name: string,
  ids: readonly string[],
  workspace: Workspace,
  call: Call,
): Promise<string | undefined> {
  const [id] = ids;
  const mode = workspace.existingName;
  if (mode === "adopt" && id !== undefined && ids.length === 1) return adopt(kind, name, id, workspace, call);
  const problem = {
    summary: `${describe({ type: kind.type })} of this name exists already (${ids.map(shownId).join(", ")})`,
    detail: `${ADVICE[mode]}\n${importLines(kind.type, ids)}`,
    path: attributePath("name"),
  };
  if (mode !== "warn") throw new DiagnosticError({ severity: "error", ...problem });
  call.diagnostics.warn(problem.summary, problem.detail, problem.path);
  return undefined;
}

const ADVICE: Readonly<Record<ExistingNameMode, string>> = {
  warn: 'Another one of the same name is created. Where an interrupted run left it, or you want to manage it, and no other resource does, import it instead, or plan with existing_name = "adopt". In the apply of a replace with create_before_destroy it may be the old one, which goes next: then there is nothing to do. To import it, run:',
  fail: `existing_name = "fail" refuses a second one of the same name. Import it if no other state has it, write ${MOVED_BLOCK} where a resource only got a new address, or declare another name. The time of a replace with create_before_destroy and the plan that comes before a destroy need existing_name = "warn". To import it, run:`,
  adopt:
    'existing_name = "adopt" takes over exactly one object, and several have this name. Import the one you mean:',
};

/** Somebody's renamed object must not be overwritten because of its old name. */
const NOT_TAKEN_OVER =
  "It is not taken over. Plan again in a while. If the error persists, declare another name, or import the object if it is the one you mean:";

async function adopt(
  kind: AnyKind,
  name: string,
  id: string,
  workspace: Workspace,
  call: Call,
): Promise<string | undefined> {
  const subject = { type: kind.type, id };
  const found = await findObject(kind, subject, workspace, call);
  if (found === undefined) return undefined;
  if (workspace.ownership(kind).isManaged(id)) {
    refuseBeside(kind, [id], workspace);
    return undefined;
  }
  if (!sameText(found.name, name)) {
    const advice = `${NOT_TAKEN_OVER}\n${importLines(kind.type, [id])}`;
    throw readUnderAnotherName(subject, advice);
  }
  if (!workspace.ownership(kind).reserve(id)) {
    throw new DiagnosticError({
      severity: "error",
      summary: `${describe(subject)} would be taken over by two resources`,
      detail:
        "Two planned resources have this name. Declare different names, or import the object into one of them.",
      path: attributePath("name"),
    });
  }
  call.diagnostics.warn(
    `${describe(subject)} is taken over instead of created`,
    `It exists already and existing_name is "adopt". The declared content overwrites its own, and clears what is not declared; from then on this configuration manages it. Plan with existing_name = "warn" to create another one instead.`,
    attributePath("name"),
  );
  return id;
}
