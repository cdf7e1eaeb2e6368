import type { Call } from "../../plugin/framework";
import { mayBeNamed } from "../comparison/rewritten-name";
import { sameText } from "../comparison/text";
import type { Workspace } from "../run/run";
import { explaining } from "../wording/failure";
import type { AnyKind } from "../run/object-kind";
import { isInWorkspace } from "./other-workspace";
import { pause } from "../run/polling";
import { readOnce } from "./read-once";

/**
 * How long to wait for Terraform to say that an object is managed: it reads the resources of the state at the same time
 * as it plans new ones, ten at a time, and never says which there are.
 */
const MANAGED_PAUSE_MS = 250;

/** The ids of the objects of a name. */
interface Existing {
  readonly managed: readonly string[];
  readonly unmanaged: readonly string[];
  /** Unmanaged ones of a name that the server may have made of this one. */
  readonly rewritten: readonly string[];
}

/** The objects of a name, and which of them are managed: Terraform has shown that, or does so while this waits for a moment. */
export async function findExisting(
  kind: AnyKind,
  name: string,
  workspace: Workspace,
  call: Call,
): Promise<Existing> {
  const ownership = workspace.ownership(kind);
  const listing = await explaining("list", { type: kind.type }, workspace, () =>
    workspace.inventory(kind).first(call.signal),
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
    unmanaged(disguised).map(async (id) => ({ id, name: await nameOf(kind, id, workspace, call) })),
  );
  const idsWhere = (holds: (found: string) => boolean) =>
    read.filter((one) => one.name !== undefined && holds(one.name)).map(({ id }) => id);
  return {
    managed: named.filter((id) => ownership.isManaged(id)),
    unmanaged: unmanaged([...named, ...idsWhere((found) => sameText(found, name))]),
    rewritten: idsWhere((found) => !sameText(found, name) && mayBeNamed(name, found)),
  };
}

/** The name as a read shows it, once for all creates that ask; undefined where it shows none. */
async function nameOf(
  kind: AnyKind,
  id: string,
  workspace: Workspace,
  call: Call,
): Promise<string | undefined> {
  const ownership = workspace.ownership(kind);
  const known = ownership.stranger(id);
  if (known !== undefined) return known.name;
  const { found } = await explaining("read", { type: kind.type, id }, workspace, () =>
    readOnce(kind, id, workspace, call),
  );
  if (found === undefined || !isInWorkspace(found, workspace)) return undefined;
  ownership.noteStranger(found);
  return found.name;
}
