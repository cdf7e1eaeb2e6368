import {
  ADDRESS,
  KNOWN_VARIABLES,
  LINKED,
  type LinkedCount,
  OWN_WRITE,
  type OwnWrite,
} from "../../provider/run/review-run";
import { isObject, parseJson } from "../../util/json";
import type { Diagnostic } from "./diagnostics";
import type { PlanJson, PlannedResource } from "./plan-json";

/** What provider configurations have given the review, by the address of each; null if it is not set or unknown. */
export type ByProvider<T> = ReadonlyMap<string, T | null>;

export type KnownVariables = ByProvider<readonly string[]>;

interface Separated {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if no provider has given any: an older provider then warned about the prompts itself. */
  readonly knownVariables: KnownVariables | undefined;
  /** The address of the API of each provider configuration; undefined if no provider has given any. */
  readonly addresses: ByProvider<string> | undefined;
  readonly ownWrites: readonly OwnWrite[];
  readonly linked: readonly LinkedCount[];
}

/** Separates the warnings that give the review facts about the providers from all other diagnostics. */
export function separateHandedOver(reported: readonly Diagnostic[]): Separated {
  return {
    diagnostics: reported.filter(({ summary }) => !STARTS.some((start) => summary.startsWith(start))),
    knownVariables: given<readonly string[]>(reported, KNOWN_VARIABLES),
    addresses: given<string>(reported, ADDRESS),
    ownWrites: allGiven<OwnWrite>(reported, OWN_WRITE),
    linked: allGiven<LinkedCount>(reported, LINKED),
  };
}

const STARTS = [KNOWN_VARIABLES, ADDRESS, OWN_WRITE, LINKED];

/** Returns the plan with the given numbers of linked mailboxes, as the objects to delete have them. */
export function withLinked(plan: PlanJson, linked: readonly LinkedCount[]): PlanJson {
  const { resource_changes } = plan;
  if (linked.length === 0 || resource_changes === undefined) return plan;
  const counts = new Map(linked.map(({ id, count }) => [id, count]));
  const counted = (resource: PlannedResource): PlannedResource => {
    const { type, change } = resource;
    const { before } = change;
    const count =
      type === "outreach_cluster" && isObject(before) ? counts.get(String(before["id"])) : undefined;
    if (count === undefined) return resource;
    return { ...resource, change: { ...change, before: { ...(before as object), associated_count: count } } };
  };
  return { ...plan, resource_changes: resource_changes.map(counted) };
}

function allGiven<T>(reported: readonly Diagnostic[], start: string): T[] {
  return reported.flatMap(({ summary }) => {
    const json = summary.startsWith(start) ? summary.slice(start.length) : "";
    return (parseJson(json)?.value ?? []) as T | [];
  });
}

function given<T>(reported: readonly Diagnostic[], start: string): ByProvider<T> | undefined {
  const found = reported.filter(({ summary }) => summary.startsWith(start));
  if (found.length === 0) return undefined;
  const values = found.map(({ address, summary }) => {
    const parsed = parseJson(summary.slice(start.length));
    return [address ?? "", (parsed?.value ?? null) as T | null] as const;
  });
  return new Map(values);
}
