import type { Doubt } from "../../client";
import { mayBeNamed } from "../../objects/rewritten-name";
import { sameText } from "../../objects/text";
import type { HookCall } from "../../sdk/framework";
import type { HookContext } from "../run/operation";
import { pause } from "../run/polling";
import { explaining } from "../run/reporting";
import { readOnce } from "./find-object";
import { isInWorkspace } from "./identity";

/** Milliseconds to wait for Terraform to read a managed object. Terraform makes ten reads at a time. */
const MANAGED_PAUSE_MS = 250;

/** The ids of the objects that have one name. */
interface SameNamed {
  readonly managed: readonly string[];
  readonly unmanaged: readonly string[];
  /** Unmanaged objects whose name may be this name as the server has rewritten it. */
  readonly rewritten: readonly string[];
  /** Why the list may lack objects of the name; undefined for a complete list. */
  readonly doubt: Doubt | undefined;
}

/** Finds the objects that have a name, and waits a moment for reads that show which of them are managed. */
export async function findSameNamed(context: HookContext<HookCall>, name: string): Promise<SameNamed> {
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

/** Returns the name that a read shows; undefined if none is found. All creates of a run share the read. */
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
