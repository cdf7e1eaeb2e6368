import type { Call, ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { findExisting } from "./same-named";
import type { AnyKind, Listed } from "../run/object-kind";
import { describe, importLines, type StoredSubject } from "../wording/subject";

/** Private memory of an object whose create was sent more than once: the ids that had its name before the first. */
const SENT_AGAIN = "sent_again";

export function noteSentAgain(namesakes: readonly string[], call: ResourceCall): void {
  call.private.set(SENT_AGAIN, namesakes);
}

export function wasSentAgain(call: ResourceCall): boolean {
  return Array.isArray(call.private.get(SENT_AGAIN));
}

/**
 * Warns of objects that an earlier create may have made later than the apply waited for it: no state holds them. Where they
 * cannot be listed, a later plan tells.
 */
export async function tellOfLateTwins(
  kind: AnyKind,
  { id, name }: Listed,
  workspace: Workspace,
  call: ResourceCall,
): Promise<void> {
  const namesakes = call.private.get(SENT_AGAIN) as readonly string[];
  const existing = await findExisting(kind, name, workspace, call).catch((error: unknown) => {
    // That of an outage is told here or nowhere.
    if (workspace.isFailing) throw error;
    return undefined;
  });
  if (existing === undefined) return;
  call.private.set(SENT_AGAIN, undefined);
  const twins = existing.unmanaged.filter((one) => !namesakes.includes(one));
  const why =
    "Its create was sent again because no answer came and no list showed it. An object that has got this name since then may be of an earlier create. " +
    "If no other resource manages it, delete it, or import it under another name.";
  warnOfTwins({ type: kind.type, id }, twins, why, call);
}

/** Nothing, where there are none. */
export function warnOfTwins(subject: StoredSubject, twins: readonly string[], why: string, call: Call): void {
  if (twins.length === 0) return;
  call.diagnostics.warn(
    `${describe(subject)} may have been created twice`,
    `${why}\n${importLines(subject.type, twins)}`,
  );
}
