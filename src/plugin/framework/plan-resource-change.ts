import {
  isDecidedByProvider,
  listAttributes,
  objectType,
  type Attribute,
  type Attributes,
  type PlanModifier,
} from "../schema";
import { isUnknown, isWhollyKnown, unknown, valuesEqual, type ObjectValue, type Value } from "../values";
import type { ResourceCall } from "./call";
import type { Resource } from "./definitions";
import { isEquivalent } from "./reconcile";

interface PlanRequest {
  /** Asked for where something is not decided without it: where nothing changes, the other two say it all. */
  config(): ObjectValue;
  /** Null for a create, and for the create half of a replace. */
  readonly prior: ObjectValue | null;
  /** The configuration laid over the prior state by Terraform; null for a destroy. */
  readonly proposed: ObjectValue | null;
}

interface PlanResult {
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
  const { prior, proposed } = request;
  if (proposed === null) {
    if (prior !== null) await resource.planDestroy?.(prior, provider, call);
    return { planned: null, requiresReplace: [] };
  }
  const { attributes } = resource.schema;
  const defaulted = withDefaults(attributes, request, proposed);
  const changes = prior === null || !valuesEqual(objectType(resource.schema), defaulted, prior);
  const planned = changes ? changing(attributes, request.config(), prior, defaulted) : defaulted;
  const decided = await resource.plan?.({ prior, planned, changes }, provider, call);
  if (!changes && Object.keys(decided ?? {}).length === 0) return { planned: prior, requiresReplace: [] };
  const final: ObjectValue = { ...planned, ...(decided as ObjectValue | undefined) };
  return {
    planned: final,
    requiresReplace: prior === null ? [] : replacing(attributes, request, prior, final),
  };
}

/** The very `proposed` where no default applies. */
function withDefaults(attributes: Attributes, request: PlanRequest, proposed: ObjectValue): ObjectValue {
  let planned = proposed;
  listAttributes(attributes).forEach(({ name, attribute: { options } }) => {
    if (options.default === undefined || request.config()[name] !== null) return;
    planned = { ...planned, [name]: options.default };
  });
  return planned;
}

function changing(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
  proposed: ObjectValue,
): ObjectValue {
  const planned: MutableObject = { ...proposed };
  markUnknown(attributes, config, planned);
  if (prior !== null) keepStates(attributes, config, prior, planned);
  return planned;
}

function markUnknown(attributes: Attributes, config: ObjectValue, planned: MutableObject): void {
  for (const { name, attribute } of listAttributes(attributes)) {
    if (isDecidedByProvider(attribute, () => config[name]!)) planned[name] = unknown;
  }
}

function keepStates(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue,
  planned: MutableObject,
): void {
  for (const { name, attribute } of listAttributes(attributes)) {
    const undecided = isUnknown(planned[name]!) && !isUnknown(config[name]!);
    // A null here is an attribute that an older version of the provider did not know: see `isToBeFilled`.
    const known = prior[name]!;
    if (undecided && known !== null && has(attribute, "keep-state")) planned[name] = known;
  }
}

function replacing(
  attributes: Attributes,
  request: PlanRequest,
  prior: ObjectValue,
  planned: ObjectValue,
): string[] {
  return listAttributes(attributes)
    .filter(({ name, attribute }) => {
      if (!has(attribute, "requires-replace")) return false;
      const [before, after] = [prior[name]!, planned[name]!];
      if (valuesEqual(attribute.of.type, before, after)) return false;
      if (isToBeFilled(attribute, () => request.config()[name]!, before, after)) return false;
      // A value that means the same is no reason to replace the object: an update brings it into the state.
      return !isWhollyKnown(attribute.of.type, after) || !isEquivalent(attribute, before, after);
    })
    .map(({ name }) => name);
}

/** Whether a value that is kept is unknown only because the state has none yet: the update fills it. */
function isToBeFilled(attribute: Attribute, configured: () => Value, before: Value, after: Value): boolean {
  return (
    before === null &&
    isUnknown(after) &&
    isDecidedByProvider(attribute, configured) &&
    has(attribute, "keep-state")
  );
}

function has(attribute: Attribute, kind: PlanModifier["kind"]): boolean {
  return attribute.options.plan?.some((modifier) => modifier.kind === kind) ?? false;
}
