import type { PlanJson, PlannedResource } from "../../../estate/engine/plan-json";
import { compareText } from "../../../util/lists";
import type { ObjectIdentity } from "./review";
import { keyOf, kindOfType } from "../../../objects/kinds";

type Addressed = Pick<ObjectIdentity, "address">;

/** Matches the note that the review adds to the address of a deposed object. */
const DEPOSED = / \(deposed object \w+\)$/;

/** Reports whether an object is deposed: a replacement has not deleted it yet. */
export function isOfDeposed({ address }: Addressed): boolean {
  return DEPOSED.test(address);
}

/** Returns the address as engines write it, without the note on a deposed object. */
export function ownAddress({ address }: Addressed): string {
  return address.replace(DEPOSED, "");
}

/** Returns the address without the keys of `count` and `for_each`, which a validation does not know. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "");
}

/** Returns what a plan says of each object that is not deposed, by address. */
export function currentResources(plan: PlanJson | null): Map<string, PlannedResource> {
  const current = plan?.resource_changes?.filter(({ deposed }) => deposed === undefined) ?? [];
  return new Map(current.map((one) => [one.address, one]));
}

/** Returns a key that is the same for an object in the changes and in the drift of a plan. */
export function objectKey({ address, deposed }: PlannedResource): string {
  return JSON.stringify([address, deposed]);
}

const collator = new Intl.Collator("en", { numeric: true });

/** Compares two addresses for `sort`, with numbers by value: `x[2]` before `x[10]`. */
export function compareAddresses(a: string, b: string): number {
  return collator.compare(a, b) || compareText(a, b);
}

export function byAddress(a: Addressed, b: Addressed): number {
  return compareAddresses(a.address, b.address);
}

/** The attributes that identify an object, on one side of a change. */
type Partly = { readonly id?: unknown; readonly workspace_id?: unknown } | null | undefined;

/** Returns one text for the object on a side of a change; undefined for other types, or without a known id. */
export function keyOfObject(type: string, side: unknown, id?: string): string | undefined {
  const kind = kindOfType(type);
  const known = id ?? (side as Partly)?.id;
  if (kind === undefined || typeof known !== "string") return undefined;
  return keyOf({ kind, id: known, workspaceId: workspaceIn(side) });
}

/** Returns the workspace id of a side; empty if the plan does not show it. */
export function workspaceIn(side: unknown): string {
  const workspaceId = (side as Partly)?.workspace_id;
  return typeof workspaceId === "string" ? workspaceId : "";
}
