import { quoted } from "../../../prompt";
import type { Diagnostic } from "../../engine/diagnostics";
import { groupBy } from "../../shared/lists";
import { isOfDeposed, ownAddress, withoutKeys } from "../model/addresses";
import type { Action, ObjectChange, ObjectIdentity } from "../model/review";

/** Actions on objects that have left the configuration: no warning about the configuration is about them. */
const REMOVES: ReadonlySet<Action> = new Set(["delete", "forget"]);

const WORDS = /\w+/g;

/** The key, in the index by words, of names without any word: every summary may contain such a name. */
const NO_WORD = "";

/** Returns the changes, each with the warnings about it, and separately the errors and all other warnings. */
export function attachWarnings(
  reported: readonly Diagnostic[],
  changes: readonly ObjectChange[],
): { changes: ObjectChange[]; diagnostics: Diagnostic[] } {
  const beside = new Map(changes.map((change) => [change, [] as Diagnostic[]]));
  const changesAt = groupBy(changes, ownAddress);
  const candidatesFor = indexByWords(changes);
  const instancesOf = groupBy(changes, (change) => withoutKeys(ownAddress(change)));
  const reportedOf = groupBy(reported, ({ address }) => address && withoutKeys(address));
  const diagnostics = reported.filter((one) => {
    if (one.severity === "error") return true;
    const { address, summary } = one;
    const at = <T>(groups: ReadonlyMap<string, T[]>) => (address === null ? [] : (groups.get(address) ?? []));
    const candidates = address === null ? candidatesFor(summary) : [];
    const named = [...at(changesAt), ...candidates.filter((change) => isAbout(one, change))];
    const repeats = at(reportedOf).filter((other) => isRepeated(one, other));
    const owners = ownersOf(one, { named, instances: at(instancesOf), repeats });
    for (const owner of owners) beside.get(owner)!.push(one);
    return owners.length === 0 && repeats.length === 0;
  });
  return { changes: changes.map((change) => ({ ...change, warnings: beside.get(change)! })), diagnostics };
}

/**
 * Returns a function that finds the changes a summary may be about. Each address, name and id is indexed by
 * its rarest word: without an index, 10,000 deleted objects take half a minute.
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

/** Returns the texts by which `isAbout` recognizes an object: address, name and id. */
function namesOf(change: ObjectChange): string[] {
  const { name, id } = change;
  return [ownAddress(change), name && quoted(name), id].filter((text) => text !== null);
}

/**
 * What may own a warning: the changes that it names, the changes of its resource's instances, and the
 * warnings that repeat it for single instances.
 */
type Candidates = Readonly<Record<"named" | "instances", readonly ObjectChange[]>> & {
  readonly repeats: readonly Diagnostic[];
};

/**
 * Returns the changes that a warning is about. There are several if it is about deposed objects, or if
 * instances of count or for_each replace an object without a key.
 */
function ownersOf(one: Diagnostic, { named, instances, repeats }: Candidates): readonly ObjectChange[] {
  const byId = named.filter(({ id }) => namesId(one, id));
  if (byId.length > 0) return byId;
  const staying = instances.filter(({ action }) => !REMOVES.has(action));
  if (staying.length > 0 && named.every(({ action }) => REMOVES.has(action))) {
    const repeated = new Set(repeats.map(({ address }) => address));
    return staying.filter(({ address }) => !repeated.has(address));
  }
  const current = named.filter((change) => !isOfDeposed(change));
  return current.length > 0 ? current : named;
}

/** Reports whether `other` repeats `one` for an instance, possibly with the object's name in the summary. */
function isRepeated(one: Diagnostic, other: Diagnostic): boolean {
  if (other.address === one.address || other.detail !== one.detail) return false;
  return other.summary.endsWith(one.summary.slice(Math.max(one.summary.indexOf(": "), 0)));
}

/** Reports whether a diagnostic is about an object: by its address, else by what its summary mentions. */
export function isAbout(diagnostic: Diagnostic, object: ObjectIdentity): boolean {
  const { address, summary } = diagnostic;
  if (address !== null) return address === ownAddress(object);
  if (mentions(summary, ownAddress(object))) return true;
  if (namesId(diagnostic, object.id)) return summary.includes(object.type);
  return object.name !== null && summary.includes(`${object.type} ${quoted(object.name)}`);
}

function namesId({ summary }: Diagnostic, id: string | null): boolean {
  return id !== null && summary.includes(`(${id})`);
}

/** Finds whole addresses: `outreach_snippet.opener_b` does not mention `outreach_snippet.opener`. */
function mentions(text: string, address: string): boolean {
  // The empty string matches everywhere, so the loop below would not end.
  if (address === "") return false;
  for (let start = text.indexOf(address); start >= 0; start = text.indexOf(address, start + 1)) {
    const end = start + address.length;
    if (!/[\w.[-]/.test(text.charAt(start - 1)) && !/^(?:[\w[-]|\.\w)/.test(text.slice(end, end + 2)))
      return true;
  }
  return false;
}
