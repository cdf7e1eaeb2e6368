import { isDenied } from "../../client";
import { attributePath, DiagnosticError, type Call } from "../../plugin/framework";
import { isUnknown, type Unknown } from "../../plugin/values";
import {
  describe,
  explainingLookUp,
  inWorkspace,
  lookUntil,
  readOnce,
  readUnderAnotherName,
  shownId,
  type AnyKind,
  type Answer,
  type Listing,
  type Readable,
} from "../lifecycle";
import { sameText } from "../comparison/text";
import type { Workspace } from "../run/run";

/** A data source's configuration that points at one object. */
interface Pointer {
  readonly id: string | null | Unknown;
  readonly name: string | null | Unknown;
}

/** Exactly one of `id` and `name` must be set; a value that is not known yet may still turn out to be null. */
export function validatePointer(type: string, { id, name }: Pointer, call: Call): void {
  const set = [id, name].filter((value) => value !== null).length;
  if (set === 1 || (set === 2 && (isUnknown(id) || isUnknown(name)))) return;
  call.diagnostics.error(
    set === 0 ? `${type} needs an id or a name` : `${type} takes an id or a name, not both`,
    "The object is looked up by its id, or by its exact name. Set one of the two.",
    set === 0 ? undefined : attributePath("name"),
  );
}

/** What a configuration points at by, once it is known. */
type KnownPointer = { readonly [K in keyof Pointer]: string | null };

/** The object a data source points at, by id or by exact name. */
export async function lookUp<Found extends Readable>(
  kind: AnyKind<Found>,
  pointer: KnownPointer,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  const found = await findPointed(kind, pointer, workspace, call);
  return inWorkspace(found, { type: kind.type, id: found.id }, workspace);
}

async function findPointed<Found extends Readable>(
  kind: AnyKind<Found>,
  pointer: KnownPointer,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  const { id } = pointer;
  const name = pointer.name ?? "";
  const known = id === null ? await findOnEarlierList(kind, name, workspace, call) : undefined;
  if (known !== undefined) return known;
  const wanted = id ?? (await findByName(kind, name, workspace, call));
  return explainingLookUp("read", { type: kind.type, id: wanted }, workspace, () =>
    readShown(kind, wanted, id === null ? name : null, workspace, call),
  );
}

const LOOK_UP_BY_ID = "Run again in a while. If the error persists, look the object up by id.";

/** `name` is what the list calls it, null where nobody has asked for one. */
async function readShown<Found extends Readable>(
  kind: AnyKind<Found>,
  id: string,
  name: string | null,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  let last: Answer<Found> = {};
  const read = async () => {
    last = await readOnce(kind, id, workspace, call);
    const { found } = last;
    return found !== undefined && sameText(found.name, name ?? found.name) ? found : undefined;
  };
  const found = await lookUntil(read, patience(workspace), call.signal);
  if (found !== undefined) return found;
  // Where the credentials are refused, the list says so.
  if (isDenied(last.refusal)) await workspace.inventory(kind).fresh(call.signal);
  throw last.found === undefined
    ? last.refusal
    : readUnderAnotherName({ type: kind.type, id }, LOOK_UP_BY_ID);
}

/** Milliseconds: in an apply, the object may be one that was created a moment ago and does not show yet. */
function patience(workspace: Workspace): number {
  return workspace.isWriting ? workspace.visibilityTimeoutMs : 0;
}

/**
 * The object that an earlier list of a plan names, if it still has the name: a plan may have many data sources, and a list
 * is many calls. What is not certain by that needs another list.
 */
async function findOnEarlierList<Found extends Readable>(
  kind: AnyKind<Found>,
  name: string,
  workspace: Workspace,
  call: Call,
): Promise<Found | undefined> {
  const [id, ...namesakes] = idsOf(name, workspace.newestListing(kind));
  if (id === undefined || namesakes.length > 0) return undefined;
  return explainingLookUp("read", { type: kind.type, id }, workspace, async () => {
    const { found } = await readOnce(kind, id, workspace, call);
    return found !== undefined && hasName(found, name) ? found : undefined;
  });
}

function idsOf(name: string, listing: Listing | undefined): readonly string[] {
  return (listing?.exactly(name) ?? []).map(({ id }) => id);
}

/** A name of a configuration is in its composed form already. */
function hasName(one: Readable, name: string): boolean {
  return one.name.normalize("NFC") === name;
}

/** The id of the one object with exactly this name. None or several is an error that lists what was found. */
async function findByName(kind: AnyKind, name: string, workspace: Workspace, call: Call): Promise<string> {
  const subject = { type: kind.type };
  const list = async () => {
    const listing = await explainingLookUp("list", subject, workspace, () =>
      workspace.inventory(kind).fresh(call.signal),
    );
    const found = idsOf(name, listing);
    return found.length > 0 ? found : undefined;
  };
  const ids = (await lookUntil(list, patience(workspace), call.signal)) ?? [];
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return id;
  throw new DiagnosticError({
    severity: "error",
    summary: `${ids.length === 0 ? "No" : ids.length} ${describe(subject)} of this name in the workspace`,
    detail:
      ids.length === 0
        ? "The name must match exactly, in upper and lower case too. Check it, or look the object up by id."
        : `These have the name: ${ids.map(shownId).join(", ")}. Look the one you mean up by id.`,
    path: attributePath("name"),
  });
}
