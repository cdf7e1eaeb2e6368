import type { ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import { findExisting } from "./existing";
import type { AnyKind, Readable } from "./object-kind";
import { describe, importLines } from "./subject";

/** Private memory of an object whose create was sent more than once. */
const SENT_AGAIN = "sent_again";

export function noteSentAgain(call: ResourceCall): void {
  call.private.set(SENT_AGAIN, true);
}

export function wasSentAgain(call: ResourceCall): boolean {
  return call.private.get(SENT_AGAIN) === true;
}

/** Warns of objects that an earlier create may have made later than the apply waited for it: no state holds them. */
export async function tellOfTwins<Found extends Readable>(
  kind: AnyKind<Found>,
  { id, name }: Found,
  workspace: Workspace,
  call: ResourceCall,
): Promise<void> {
  call.private.set(SENT_AGAIN, undefined);
  const { unmanaged } = await findExisting(kind, name, workspace, call);
  if (unmanaged.length === 0) return;
  call.diagnostics.warn(
    `${describe({ type: kind.type, name, id })} may have been created twice`,
    "Its create was sent again because no answer came and no list showed it. What has its name now and is managed by nothing may be of the first. " +
      `Delete it, or import it under another name.\n${importLines(kind.type, unmanaged)}`,
  );
}
