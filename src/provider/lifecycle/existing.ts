import type { Call } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import { explaining } from "./failure";
import type { AnyKind } from "./object-kind";
import { pause } from "./patience";

/**
 * How long to wait for Terraform to say that an object is managed: it reads the resources of the state at the same time
 * as it plans new ones, ten at a time, and never says which there are.
 */
const MANAGED_PAUSE_MS = 250;

/** The ids of the objects of a name. */
interface Existing {
  readonly managed: readonly string[];
  readonly unmanaged: readonly string[];
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
  const ids = listing.named(name).map(({ id }) => id);
  const sorted = () => ({
    managed: ids.filter((id) => ownership.isManaged(id)),
    unmanaged: ids.filter((id) => !ownership.isManaged(id)),
  });
  const { unmanaged } = sorted();
  if (unmanaged.length > 0) {
    await Promise.race([
      Promise.all(unmanaged.map((id) => ownership.whenManaged(id))),
      pause(MANAGED_PAUSE_MS, call.signal),
    ]);
  }
  return sorted();
}
