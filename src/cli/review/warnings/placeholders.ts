import { shellWord } from "../../../provider/phrases/subject";
import type { Diagnostic } from "../../engine/diagnostics";
import { groupBy } from "../../shared/lists";
import { isOfDeposed } from "../model/addresses";
import type { KnownObjects } from "../model/known-objects";
import { OBJECT_IN_SUMMARY } from "./attach";

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
  const named = groupBy(
    [...new Map([...stored, ...planned]).values()].filter((one) => !isOfDeposed(one)),
    ({ type, id }) => id && `${type} (${id})`,
  );
  return diagnostics.map((one) => {
    const [name = ""] = one.summary.match(OBJECT_IN_SUMMARY) ?? [];
    const [, inDetail = ""] = OBJECT_IN_DETAIL.exec(one.detail) ?? [];
    const known = [planned, stored, configured].some((list) => list.has(inDetail)) ? inDetail : undefined;
    // Two workspaces may have objects with the same id.
    const [object, another] = named.get(name) ?? [];
    const address = one.address ?? (another === undefined ? object?.address : undefined) ?? known;
    if (address === undefined) return one;
    const detail = one.detail.replace(PLACEHOLDER, () => shellWord(address));
    return one.severity === "error" ? { ...one, address, detail } : { ...one, detail };
  });
}
