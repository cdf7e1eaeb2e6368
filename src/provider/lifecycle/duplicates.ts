import type { ResourceCall } from "../../sdk/framework";
import type { Operation } from "../run/operation";
import { describe, importLines } from "../wording/subject";
import { candidates, namesOf, type Creation } from "./created-object";
import { findSameNamed } from "./existing-name";

/** Private state after a retried create: the ids of objects that had the same name before the create. */
const RETRIED_CREATE = "retried_create";

export function recordRetriedCreate(sameNamed: readonly string[], call: ResourceCall): void {
  call.private.set(RETRIED_CREATE, sameNamed);
}

export function hasRetriedCreate(call: ResourceCall): boolean {
  return Array.isArray(call.private.get(RETRIED_CREATE));
}

/** Warns of objects that appeared after a retried create. If the list fails, a later plan warns. */
export async function warnOfLateDuplicates(operation: Operation<ResourceCall>, name: string): Promise<void> {
  const { subject, run, call } = operation;
  const before = call.private.get(RETRIED_CREATE) as readonly string[];
  const existing = await findSameNamed(operation, name).catch((error: unknown) => {
    // If this call found an outage, perhaps no other call reports the outage.
    if (run.failures.isFailing) throw error;
    return undefined;
  });
  if (existing === undefined) return;
  call.private.set(RETRIED_CREATE, undefined);
  const duplicates = existing.unmanaged.filter((one) => !before.includes(one));
  const why =
    "Its create was retried because the response was lost and no list showed the object. An object that appeared later with this name may come from an earlier attempt. " +
    "If no other resource manages that object, delete the object, or import it into a resource with another address.";
  warn({ subject, call }, duplicates, why);
}

/**
 * Warns of duplicates of the object `id` that earlier attempts of its create may have made. Their list begins
 * after `listedSince` (of `performance.now`). Returns the ids of the objects that had the name before.
 */
export async function warnOfDuplicates(
  creation: Creation,
  id: string,
  listedSince: number,
): Promise<readonly string[]> {
  const { kind, run, call } = creation;
  // A read shows the name as the server keeps it.
  const found = await kind.get(run.client, id, { signal: call.signal }).catch(() => undefined);
  const kept = { ...creation, keptName: found?.name };
  const { own, doubtful } = await candidates(kept, listedSince).catch(() => ({ own: [], doubtful: [] }));
  const why =
    "The response to an earlier create was lost, and the object below appeared only after the create was retried. If the object comes from the earlier create, no resource manages it: delete the object, or import it into a resource with another address.";
  const duplicates = [...own.map((one) => one.id), ...doubtful];
  warn({ subject: { type: kind.type, id }, call }, duplicates, why);
  return sameNamedBefore(kept);
}

export function sameNamedBefore(creation: Creation): readonly string[] {
  const listed = creation.before.flatMap((list) =>
    namesOf(creation).flatMap((name) => [...list.named(name), ...list.disguised(name)]),
  );
  return [...new Set(listed.map(({ id }) => id))];
}

function warn(
  { subject, call }: Pick<Operation, "subject" | "call">,
  duplicates: readonly string[],
  why: string,
): void {
  if (duplicates.length === 0) return;
  call.diagnostics.warn(
    `${describe(subject)} may have been created twice`,
    `${why}\n${importLines(subject.type, duplicates)}`,
  );
}
