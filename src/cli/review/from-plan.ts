import { promptVariables } from "../../prompt";
import { PROVIDER_VERSION } from "../../provider/version";
import { attributeChanges, compareText, formatPath } from "./attribute-changes";
import { configuredAttributes } from "./configured-attributes";
import { isAbout, withoutRepeats } from "./diagnostics";
import {
  FORMAT_VERSION,
  type Action,
  type AttributeChange,
  type Diagnostic,
  type ObjectChange,
  type ObjectDrift,
  type ObjectIdentity,
  type OutputChange,
  type Review,
  type StackReview,
  type VariableChange,
} from "./model";
import type { ConfiguredModule, PlanJson, PlannedChange, PlannedResource } from "./plan-json";
import { reasonOf } from "./reasons";
import { sumOf, totalsOf } from "./totals";
import { isAbsent, partOf, visible, type Side } from "./values";

/** What the engine said of one stack. */
export interface PlannedStack {
  readonly name: string;
  /** Null where the plan failed. */
  readonly plan: PlanJson | null;
  /** In the order they were said; a plan file that is merely read has none. */
  readonly diagnostics: readonly Diagnostic[];
}

const ORDER: readonly Action[] = ["delete", "replace", "forget", "update", "create", "none"];
/** Our own objects' texts are compared line by line however short they are. */
const TEXTS: Readonly<Record<string, readonly string[]>> = { outreach_snippet: ["prompt"] };
/** Computed from the prompt, whose variables are shown on their own. */
const DERIVED: Readonly<Record<string, readonly string[]>> = { outreach_snippet: ["variables"] };

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
  const said = withoutRepeats(diagnostics);
  const changes = (plan?.resource_changes ?? [])
    .flatMap((resource) => changeOf(resource, plan?.configuration?.root_module))
    .map((change) => ({ ...change, warnings: said.filter((one) => isWarningAbout(one, change)) }))
    .sort((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || compareText(a.address, b.address));
  const parts = {
    changes,
    drift: (plan?.resource_drift ?? [])
      .flatMap((resource) => driftOf(resource, plan?.configuration?.root_module))
      .sort((a, b) => compareText(a.address, b.address)),
    outputs: Object.entries(plan?.output_changes ?? {}).flatMap(([output, change]) =>
      outputOf(output, change),
    ),
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

function isWarningAbout(diagnostic: Diagnostic, object: ObjectIdentity): boolean {
  return diagnostic.severity === "warning" && isAbout(diagnostic, object);
}

function beforeOf({ before, before_sensitive }: PlannedChange): Side {
  return { value: before, sensitive: before_sensitive, unknown: undefined };
}

function afterOf({ after, after_sensitive, after_unknown }: PlannedChange): Side {
  return { value: after, sensitive: after_sensitive, unknown: after_unknown };
}

function actionOf(actions: readonly string[]): Action | undefined {
  if (actions.length > 1)
    return actions.includes("delete") || actions.includes("forget") ? "replace" : undefined;
  switch (actions[0]) {
    case "create":
    case "update":
    case "delete":
    case "forget":
      return actions[0];
    case "no-op":
      return "none";
    default:
      return undefined;
  }
}

function changeOf(resource: PlannedResource, root: ConfiguredModule | undefined): ObjectChange[] {
  const { change, type } = resource;
  const action = actionOf(change.actions);
  const previousAddress = resource.previous_address ?? null;
  if (resource.mode !== "managed" || action === undefined) return [];
  if (action === "none" && previousAddress === null && change.importing === undefined) return [];
  const [before, after] = [beforeOf(change), afterOf(change)];
  const found = attributeChanges(before, after, {
    replacePaths: change.replace_paths ?? [],
    texts: TEXTS[type] ?? [],
  });
  const configured = configuredAttributes(root, resource);
  const attributes = found.filter((attribute) => isChosen(attribute, type, action, configured));
  return [
    {
      ...identityOf(resource),
      action,
      createsBeforeDestroy: action === "replace" && change.actions[0] === "create",
      reason: reasonOf(resource),
      forcedBy: (change.replace_paths ?? []).map(formatPath),
      importId: change.importing === undefined ? null : (change.importing.id ?? ""),
      previousAddress,
      attributes: action === "forget" ? [] : attributes,
      knownAfterApply: found
        .filter((attribute) => attribute.after.kind === "unknown" && !attributes.includes(attribute))
        .map(({ path }) => path)
        .sort(),
      variables: variablesOf(type, before, after),
      associatedCount: associatedCountOf(type, action, before),
      warnings: [],
    },
  ];
}

/** Leaves out what only the provider fills in, and for an object that goes what says nothing to a reviewer. */
function isChosen(
  attribute: AttributeChange,
  type: string,
  action: Action,
  configured: ReadonlySet<string> | undefined,
): boolean {
  if (DERIVED[type]?.includes(attribute.path)) return false;
  if (attribute.after.kind !== "unknown" && action !== "delete") return true;
  if (configured !== undefined) return isConfigured(attribute, configured);
  return attribute.after.kind !== "unknown" || attribute.before.kind !== "absent";
}

/** Everything counts as configured where the configuration is not known, as it is for an object that left it. */
function isConfigured({ path }: AttributeChange, configured: ReadonlySet<string> | undefined): boolean {
  return configured === undefined || configured.has(/^[^.[]*/.exec(path)![0]);
}

function identityOf({ address, deposed, type, change }: PlannedResource): ObjectIdentity {
  const sides = [beforeOf(change), afterOf(change)];
  const text = (attribute: string) => {
    const parts = sides.map((side) => partOf(side, attribute));
    if (parts.some(({ sensitive }) => sensitive === true)) return null;
    const known = parts.find((part) => !isAbsent(part) && part.unknown !== true);
    return typeof known?.value === "string" ? known.value : null;
  };
  return {
    address: deposed === undefined ? address : `${address} (deposed object ${deposed})`,
    type,
    name: text("name"),
    id: text("id"),
  };
}

function variablesOf(type: string, before: Side, after: Side): VariableChange | null {
  if (type !== "outreach_snippet") return null;
  const [old, next] = [before, after].map((side) => {
    const value = visible(partOf(side, "prompt"));
    if (value.kind === "absent") return [];
    return value.kind === "value" && typeof value.value === "string"
      ? promptVariables(value.value)
      : undefined;
  });
  if (old === undefined || next === undefined) return null;
  return {
    appear: next.filter((variable) => !old.includes(variable)),
    vanish: old.filter((variable) => !next.includes(variable)),
  };
}

function associatedCountOf(type: string, action: Action, before: Side): number | null {
  if (type !== "outreach_cluster" || (action !== "delete" && action !== "replace")) return null;
  const { value } = partOf(before, "associated_count");
  return typeof value === "number" ? value : null;
}

/** Leaves out what the server itself fills in: no plan would undo it, and counts and times change all day. */
function driftOf(resource: PlannedResource, root: ConfiguredModule | undefined): ObjectDrift[] {
  const { change, type } = resource;
  const [action] = change.actions;
  if (resource.mode !== "managed" || (action !== "update" && action !== "delete")) return [];
  if (action === "delete") return [{ ...identityOf(resource), action, attributes: [], variables: null }];
  const [before, after] = [beforeOf(change), afterOf(change)];
  const configured = configuredAttributes(root, resource);
  const attributes = attributeChanges(before, after, { replacePaths: [], texts: TEXTS[type] ?? [] }).filter(
    (attribute) => isChosen(attribute, type, action, configured) && isConfigured(attribute, configured),
  );
  if (attributes.length === 0) return [];
  return [{ ...identityOf(resource), action, attributes, variables: variablesOf(type, before, after) }];
}

function outputOf(name: string, change: PlannedChange): OutputChange[] {
  const [action] = change.actions;
  if (action !== "create" && action !== "update" && action !== "delete") return [];
  return [{ name, action, attributes: outputAttributes(change) }];
}

function outputAttributes(change: PlannedChange): AttributeChange[] {
  const wrap = ({ value, sensitive, unknown }: Side): Side => ({
    value: { value: value ?? null },
    sensitive: { value: sensitive ?? false },
    unknown: { value: unknown ?? false },
  });
  return attributeChanges(wrap(beforeOf(change)), wrap(afterOf(change))).map((attribute) => ({
    ...attribute,
    path: attribute.path.replace(/^value\.?/, ""),
  }));
}
