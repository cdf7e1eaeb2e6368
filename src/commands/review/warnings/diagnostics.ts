import { shellWord } from "../../../provider/wording/subject";
import type { Diagnostic } from "../../../estate/engine/diagnostics";
import { compareText } from "../../../util/lists";
import { compareAddresses, isOfDeposed } from "../model/addresses";
import type { KnownObjects } from "../model/known-objects";
import { byFacts } from "./attach";

/** Returns the address of a diagnostic and its place in the configuration, as far as known. */
export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [about, source && `${source.file} line ${source.line}`].filter((place) => place !== null);
}

/**
 * Removes duplicates, because validation and planning report the same diagnostics. Equal texts about
 * different places are no duplicates.
 */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns errors, then warnings, each by address. Diagnostics with the same address keep their order. Errors of a
 * provider come first, because they make others fail.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const where = (one: Diagnostic) => placesOf(one).join();
  const rank = ({ severity, address }: Diagnostic) =>
    severity === "warning" ? 2 : Number(!/(?:^|\.)provider\[/.test(address ?? ""));
  return [...diagnostics].sort((a, b) => {
    const order = rank(a) - rank(b) || compareAddresses(a.address ?? "", b.address ?? "");
    if (order !== 0 || a.address !== null) return order;
    const byText = compareText(a.summary, b.summary) || compareText(a.detail, b.detail);
    return byText || compareAddresses(where(a), where(b));
  });
}

/** Matches what stands for an address in commands that the provider advises: it does not know the address. */
const PLACEHOLDER = /(?<=\bterraform (?:state rm|untaint|taint|import) )(?:ADDRESS|outreach_\w+\.NAME)\b/g;

/** Matches how engines name the object of an error without an address. */
const OBJECT_IN_DETAIL = /^Resource (\S+) has lifecycle\.prevent_destroy set/;

/**
 * Returns diagnostics whose advice has the address of the object in place of a placeholder. An error about a known
 * object also gets its address. A warning without an address stays as it is: `attachWarnings` finds its objects.
 */
export function withAddresses(diagnostics: readonly Diagnostic[], objects: KnownObjects): Diagnostic[] {
  const { planned, stored, configured } = objects;
  const objectsOf = byFacts(
    [...new Map([...stored, ...planned]).values()].filter((one) => !isOfDeposed(one)),
  );
  return diagnostics.map((one) => {
    const [, inDetail = ""] = OBJECT_IN_DETAIL.exec(one.detail) ?? [];
    const known = [planned, stored, configured].some((list) => list.has(inDetail)) ? inDetail : undefined;
    // Two workspaces may have objects with the same id.
    const [object, another] = objectsOf(one);
    const address = one.address ?? (another === undefined ? object?.address : undefined) ?? known;
    if (address === undefined) return one;
    const detail = one.detail.replace(PLACEHOLDER, () => shellWord(address));
    return one.severity === "error" ? { ...one, address, detail } : { ...one, detail };
  });
}
