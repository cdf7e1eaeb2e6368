import type { PlannedResource } from "../../engine/plan-json";
import { compareText } from "../../shared/lists";
import type { ObjectIdentity } from "./review";

/** After the address of an object that a replacement left behind. */
const DEPOSED = / \(deposed object \w+\)$/;

export function isOfDeposed({ address }: ObjectIdentity): boolean {
  return DEPOSED.test(address);
}

/** The address as engines write it, without what the review adds for a deposed object. */
export function ownAddress({ address }: ObjectIdentity): string {
  return address.replace(DEPOSED, "");
}

/** The address without the keys of `count` and `for_each`: a validation runs before these and does not know them. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "");
}

/** The same for the same object in the changes and in the drift of a plan. */
export function objectKey({ address, deposed }: PlannedResource): string {
  return JSON.stringify([address, deposed]);
}

const collator = new Intl.Collator("en", { numeric: true });

/** `x[2]` before `x[10]`. */
export function compareAddresses(a: string, b: string): number {
  return collator.compare(a, b) || compareText(a, b);
}
