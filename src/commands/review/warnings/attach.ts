import type { Diagnostic } from "../../../estate/engine/diagnostics";
import { groupBy } from "../../../util/lists";
import { isOfDeposed, ownAddress, withoutKeys } from "../model/addresses";
import type { Action, ObjectChange } from "../model/review";

/** Actions on objects that left the configuration: warnings about the configuration cannot concern them. */
const REMOVES: ReadonlySet<Action> = new Set(["delete", "forget"]);

/** Matches how our provider names an object in a summary: type and id, as in `outreach_cluster (clu_1)`. */
export const OBJECT_IN_SUMMARY = /\w+ \([^()]+\)/g;

/**
 * Returns each change with the warnings about it, and separately all other warnings and the errors. A warning
 * without an address, such as one about a planned delete, is about the objects that its summary names.
 */
export function attachWarnings(
  reported: readonly Diagnostic[],
  changes: readonly ObjectChange[],
): { changes: ObjectChange[]; diagnostics: Diagnostic[] } {
  const attached = new Map(changes.map((change) => [change, [] as Diagnostic[]]));
  const changesAt = groupBy(changes, ownAddress);
  const changesNamed = groupBy(changes, ({ type, id }) => id && `${type} (${id})`);
  const instancesOf = groupBy(changes, (change) => withoutKeys(ownAddress(change)));
  const reportedOf = groupBy(reported, ({ address }) => address && withoutKeys(address));
  const diagnostics = reported.filter((one) => {
    const { severity, address, summary } = one;
    if (severity === "error") return true;
    const at = <T>(groups: ReadonlyMap<string, T[]>) => (address === null ? [] : (groups.get(address) ?? []));
    const repeats = at(reportedOf).filter((other) => isRepeated(one, other));
    const owners =
      address === null
        ? [...new Set(summary.match(OBJECT_IN_SUMMARY))].flatMap((name) => changesNamed.get(name) ?? [])
        : ownersOf(one, { named: at(changesAt), instances: at(instancesOf), repeats });
    for (const owner of owners) attached.get(owner)!.push(one);
    return owners.length === 0 && repeats.length === 0;
  });
  return { changes: changes.map((change) => withWarnings(change, attached.get(change)!)), diagnostics };
}

/** Matches the summary of the provider's warning about an edit that a plan overwrites or deletes. */
const LOSES_EDIT =
  /: this plan overwrites an edit made in Outreach\b| was changed outside of Terraform, and its delete discards /;

/** Reports whether a warning of the provider says that an edit is lost. */
export function saysLostEdit({ summary }: Pick<Diagnostic, "summary">): boolean {
  return LOSES_EDIT.test(summary);
}

/** Adds warnings. One of them may say that an edit is lost: after an earlier refresh, the plan shows no drift of it. */
function withWarnings(change: ObjectChange, warnings: readonly Diagnostic[]): ObjectChange {
  const losesEdit = warnings.some(saysLostEdit);
  return { ...change, warnings, lostEdit: change.lostEdit ?? (losesEdit ? [] : null) };
}

/** The changes and warnings among which `ownersOf` decides. */
interface Candidates {
  /** The changes at the address of the warning. */
  readonly named: readonly ObjectChange[];
  /** The changes of all instances of the resource at that address. */
  readonly instances: readonly ObjectChange[];
  /** The warnings that repeat this warning for single instances. */
  readonly repeats: readonly Diagnostic[];
}

/** Returns the changes that a warning with an address is about: several for deposed objects and instances. */
function ownersOf(
  { summary }: Diagnostic,
  { named, instances, repeats }: Candidates,
): readonly ObjectChange[] {
  const withId = named.filter(({ id }) => id !== null && summary.includes(`(${id})`));
  if (withId.length > 0) return withId;
  const staying = instances.filter(({ action }) => !REMOVES.has(action));
  if (staying.length > 0 && named.every(({ action }) => REMOVES.has(action))) {
    const repeated = new Set(repeats.map(({ address }) => address));
    return staying.filter(({ address }) => !repeated.has(address));
  }
  const current = named.filter((change) => !isOfDeposed(change));
  return current.length > 0 ? current : named;
}

/** Reports whether `other` repeats `one` for an instance, possibly with the object's id in the summary. */
function isRepeated(one: Diagnostic, other: Diagnostic): boolean {
  if (other.address === one.address || other.detail !== one.detail) return false;
  return other.summary.endsWith(one.summary.slice(Math.max(one.summary.indexOf(": "), 0)));
}
