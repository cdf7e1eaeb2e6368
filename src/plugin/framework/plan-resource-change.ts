import { isComputed, objectType, type Attribute, type ConfigOf, type PlanOf, type PriorOf } from "../schema";
import type { Attributes, PlanModifier } from "../schema";
import { isUnknown, unknown, valuesEqual, type ObjectValue, type Value } from "../values";
import type { ResourceCall } from "./call";
import type { Resource } from "./definitions";

interface PlanRequest {
  /** Null for a destroy. */
  readonly config: ObjectValue | null;
  /** Null for a create, and for the create half of a replace. */
  readonly prior: ObjectValue | null;
  /** The configuration laid over the prior state by Terraform; null for a destroy. */
  readonly proposed: ObjectValue | null;
}

export interface PlanResult {
  /** The very `prior` where nothing is to change. */
  readonly planned: ObjectValue | null;
  /** Attributes whose change cannot be made in place, in schema order. */
  readonly requiresReplace: readonly string[];
}

type MutableObject = Record<string, Value>;

/**
 * Plans one resource instance in the order of terraform-protocol.md, section 4: defaults, computed values become
 * unknown where anything changes, attribute plan modifiers, the resource's own hook, then what forces a replace.
 */
export async function planResourceChange<C>(
  resource: Resource<C>,
  request: PlanRequest,
  provider: C,
  call: ResourceCall,
): Promise<PlanResult> {
  const { config, prior, proposed } = request;
  if (proposed === null || config === null) {
    if (prior !== null) await resource.planDestroy?.(prior as PriorOf<Attributes>, provider, call);
    return { planned: null, requiresReplace: [] };
  }
  const { attributes } = resource.schema;
  const planned = withDefaults(attributes, config, proposed);
  const changes = prior === null || !valuesEqual(objectType(resource.schema), planned, prior);
  if (changes) {
    markUnknown(attributes, config, planned);
    if (prior !== null) keepStates(attributes, config, prior, planned);
  }
  const decided = await resource.plan?.(
    {
      config: config as ConfigOf<Attributes>,
      prior: prior as PriorOf<Attributes> | null,
      planned: planned as PlanOf<Attributes>,
      changes,
    },
    provider,
    call,
  );
  if (!changes && Object.keys(decided ?? {}).length === 0) return { planned: prior, requiresReplace: [] };
  Object.assign(planned, decided);
  return { planned, requiresReplace: prior === null ? [] : replacing(attributes, prior, planned) };
}

function withDefaults(attributes: Attributes, config: ObjectValue, proposed: ObjectValue): MutableObject {
  const planned: MutableObject = { ...proposed };
  for (const [name, { options }] of Object.entries(attributes)) {
    if (options.default !== undefined && config[name] === null) planned[name] = options.default as Value;
  }
  return planned;
}

function markUnknown(attributes: Attributes, config: ObjectValue, planned: MutableObject): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const decidedByConfig = config[name] !== null || attribute.options.default !== undefined;
    if (isComputed(attribute) && !decidedByConfig) planned[name] = unknown;
  }
}

function keepStates(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue,
  planned: MutableObject,
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const undecided = isUnknown(planned[name] ?? null) && !isUnknown(config[name] ?? null);
    // A null here is an attribute that an older version of the provider did not know: the update fills it.
    const known = prior[name] ?? null;
    if (undecided && known !== null && has(attribute, "keep-state")) planned[name] = known;
  }
}

function replacing(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(attributes)
    .filter(([name, attribute]) => {
      const differs = !valuesEqual(attribute.of.type, prior[name] ?? null, planned[name] ?? null);
      return differs && has(attribute, "requires-replace");
    })
    .map(([name]) => name);
}

function has(attribute: Attribute, kind: PlanModifier["kind"]): boolean {
  return attribute.options.plan?.some((modifier) => modifier.kind === kind) ?? false;
}
