import { quoted } from "../../../prompt";
import type { Diagnostic } from "../../engine/diagnostics";
import { groupBy } from "../../shared/lists";
import { isOfDeposed, ownAddress, withoutKeys } from "../model/addresses";
import type { Action, ObjectChange, ObjectIdentity } from "../model/review";

/** What these leave of an object is not in the configuration any more, so that no warning about the configuration is about it. */
const GOES: ReadonlySet<Action> = new Set(["delete", "forget"]);

const WORDS = /\w+/g;

/** Stands for the rarest word of a name that has no words at all: any summary may hold such a name. */
const NO_WORD = "";

interface Attached {
  readonly changes: ObjectChange[];
  /** Errors, and the warnings about none of the changes. */
  readonly diagnostics: Diagnostic[];
}

/** Puts each warning beside the changes that it is about. */
export function attachWarnings(said: readonly Diagnostic[], changes: readonly ObjectChange[]): Attached {
  const beside = new Map(changes.map((change) => [change, [] as Diagnostic[]]));
  const changesAt = groupBy(changes, ownAddress);
  const candidatesFor = indexByWords(changes);
  const instancesOf = groupBy(changes, (change) => withoutKeys(ownAddress(change)));
  const saidOfInstancesOf = groupBy(said, ({ address }) => (address === null ? null : withoutKeys(address)));
  const diagnostics = said.filter((one) => {
    if (one.severity === "error") return true;
    const { address } = one;
    const at = <T>(groups: ReadonlyMap<string, T[]>) => (address === null ? [] : (groups.get(address) ?? []));
    const named =
      address === null ? candidatesFor(one.summary).filter((change) => isAbout(one, change)) : at(changesAt);
    const repeats = at(saidOfInstancesOf).filter((other) => isRepeated(one, other));
    const owners = ownersOf(one, named, at(instancesOf), repeats);
    for (const owner of owners) beside.get(owner)!.push(one);
    return owners.length === 0 && repeats.length === 0;
  });
  return { changes: changes.map((change) => ({ ...change, warnings: beside.get(change)! })), diagnostics };
}

/**
 * Finds the changes that a summary may be about. A summary about a change holds every word of the change's address, name or id, so it
 * is enough to file each change under the rarest word of each of the three. To look at every change for every summary takes half a
 * minute where 10,000 objects go.
 */
function indexByWords(changes: readonly ObjectChange[]): (summary: string) => ObjectChange[] {
  const texts = changes.flatMap((change) =>
    namesOf(change).map((name) => ({ change, words: name.match(WORDS) ?? [] })),
  );
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rarer = (a: string, b: string) => (counts.get(b)! < counts.get(a)! ? b : a);
  const found = groupBy(texts, ({ words }) => (words.length === 0 ? NO_WORD : words.reduce(rarer)));
  return (summary) => {
    const words = [NO_WORD, ...(summary.match(WORDS) ?? [])];
    return [...new Set(words.flatMap((word) => found.get(word) ?? []).map(({ change }) => change))];
  };
}

/** The texts by which `isAbout` knows an object: address, name and id. */
function namesOf(change: ObjectChange): string[] {
  const { name, id } = change;
  return [ownAddress(change), ...(name === null ? [] : [quoted(name)]), ...(id === null ? [] : [id])];
}

/** Several objects may answer to an address: those that replacements left behind, and one that goes because instances take its place. */
function ownersOf(
  one: Diagnostic,
  named: readonly ObjectChange[],
  instances: readonly ObjectChange[],
  repeats: readonly Diagnostic[],
): readonly ObjectChange[] {
  const byId = named.filter(({ id }) => namesId(one, id));
  if (byId.length > 0) return byId;
  const staying = instances.filter(({ action }) => !GOES.has(action));
  if (staying.length > 0 && named.every(({ action }) => GOES.has(action))) {
    const repeated = new Set(repeats.map(({ address }) => address));
    return staying.filter(({ address }) => !repeated.has(address));
  }
  const current = named.filter((change) => !isOfDeposed(change));
  return current.length > 0 ? current : named;
}

/** Whether `other` says the same of an instance of the resource, perhaps with the name that `one` does not know yet. */
function isRepeated(one: Diagnostic, other: Diagnostic): boolean {
  if (other.address === one.address || other.detail !== one.detail) return false;
  return other.summary.endsWith(one.summary.slice(Math.max(one.summary.indexOf(": "), 0)));
}

/** Whether a warning is about this object: the engine says so, or else its summary names the address, or the type with the name or id. */
export function isAbout(diagnostic: Diagnostic, object: ObjectIdentity): boolean {
  const { address, summary } = diagnostic;
  if (address !== null) return address === ownAddress(object);
  if (mentions(summary, ownAddress(object))) return true;
  if (!summary.includes(object.type)) return false;
  if (namesId(diagnostic, object.id)) return true;
  return object.name !== null && summary.includes(`${object.type} ${quoted(object.name)}`);
}

function namesId({ summary }: Diagnostic, id: string | null): boolean {
  return id !== null && summary.includes(`(${id})`);
}

/** Not within a longer address, such as `outreach_snippet.opener_b` for `outreach_snippet.opener`. */
function mentions(text: string, address: string): boolean {
  // The loop below would never end: an empty text is found at every place, also after the last character.
  if (address === "") return false;
  for (let start = text.indexOf(address); start >= 0; start = text.indexOf(address, start + 1)) {
    const end = start + address.length;
    if (!/[\w.[-]/.test(text.charAt(start - 1)) && !/^(?:[\w[-]|\.\w)/.test(text.slice(end, end + 2)))
      return true;
  }
  return false;
}
