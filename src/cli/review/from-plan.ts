import { PROVIDER_VERSION } from "../../provider/version";
import { compareText } from "./attribute-changes";
import { isAbout, withoutRepeats } from "./diagnostics";
import {
  FORMAT_VERSION,
  type Action,
  type Diagnostic,
  type ObjectIdentity,
  type Review,
  type StackReview,
} from "./model";
import { changeOf, driftOf, outputChangeOf } from "./object-changes";
import type { PlanJson } from "./plan-json";
import { sumOf, totalsOf } from "./totals";

/** What the engine said of one stack. */
export interface PlannedStack {
  readonly name: string;
  /** Null where the plan failed. */
  readonly plan: PlanJson | null;
  /** In the order they were said; a plan file that is merely read has none. */
  readonly diagnostics: readonly Diagnostic[];
}

const ORDER: readonly Action[] = ["delete", "replace", "forget", "update", "create", "none"];
const NOTHING: PlanJson = {};

export function reviewOf(stacks: readonly PlannedStack[]): Review {
  const reviews = stacks.map(reviewStack).sort((a, b) => compareText(a.name, b.name));
  return {
    formatVersion: FORMAT_VERSION,
    generatorVersion: PROVIDER_VERSION,
    totals: sumOf(reviews.map(({ totals }) => totals)),
    stacks: reviews,
  };
}

function reviewStack({ name, plan, diagnostics }: PlannedStack): StackReview {
  const { resource_changes = [], resource_drift = [], output_changes = {} } = plan ?? NOTHING;
  const said = withoutRepeats(diagnostics);
  const changes = resource_changes
    .flatMap((resource) => changeOf(resource, plan ?? NOTHING) ?? [])
    .map((change) => ({ ...change, warnings: said.filter((one) => isWarningAbout(one, change)) }))
    .sort((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || byAddress(a, b));
  const parts = {
    changes,
    drift: resource_drift.flatMap((resource) => driftOf(resource, plan ?? NOTHING) ?? []).sort(byAddress),
    outputs: Object.entries(output_changes)
      .flatMap(([output, change]) => outputChangeOf(output, change) ?? [])
      .sort((a, b) => compareText(a.name, b.name)),
    diagnostics: said.filter((one) => !changes.some((change) => isWarningAbout(one, change))),
  };
  return {
    name,
    planned: plan !== null,
    engineVersion: plan?.terraform_version ?? null,
    totals: totalsOf(parts),
    ...parts,
  };
}

/** `x[2]` before `x[10]`. */
const collator = new Intl.Collator("en", { numeric: true });

function byAddress(a: ObjectIdentity, b: ObjectIdentity): number {
  return collator.compare(a.address, b.address) || compareText(a.address, b.address);
}

function isWarningAbout(diagnostic: Diagnostic, object: ObjectIdentity): boolean {
  return diagnostic.severity === "warning" && isAbout(diagnostic, object);
}
