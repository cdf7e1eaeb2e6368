import {
  isDecidedByProvider,
  listAttributes,
  objectType,
  type Attribute,
  type Attributes,
  type PlanModifier,
} from "../schema";
import { isUnknown, isWhollyKnown, unknown, valuesEqual, type ObjectValue, type Value } from "../values";
import type { HookArguments } from "./call";
import type { Resource } from "./definitions";
import { isEquivalent } from "./reconcile";

interface PlanRequest {
  /**
   * Decodes the configuration. Not called when nothing changes, unless a default or an equal value depends on
   * it.
   */
  config(): ObjectValue;
  /** Null for a create, also for the one of a replacement. */
  readonly prior: ObjectValue | null;
  /** Terraform's proposed new state: the configuration merged into the prior state. Null for a destroy. */
  readonly proposed: ObjectValue | null;
}

interface PlanResult {
  /** The same object as `prior` when nothing changes. */
  readonly planned: ObjectValue | null;
  /** Attributes whose change requires replacement, in schema order. */
  readonly requiresReplace: readonly string[];
}

type MutableObject = Record<string, Value>;

/**
 * Plans one resource instance in the order of terraform-protocol.md, section 4: defaults, unknown computed
 * values if anything changes, plan modifiers, the resource's `plan` hook, attributes that require
 * replacement.
 */
export async function planResourceChange<C>(
  resource: Resource<C>,
  request: PlanRequest,
  { provider, call }: HookArguments<C>,
): Promise<PlanResult> {
  const { prior, proposed } = request;
  if (proposed === null) {
    if (prior !== null) await resource.planDestroy?.(prior, provider, call);
    return { planned: null, requiresReplace: [] };
  }
  const { attributes } = resource.schema;
  const defaulted = withDefaults(attributes, request, proposed);
  const changes = prior === null || !valuesEqual(objectType(resource.schema), defaulted, prior);
  const planned = changes ? changing(attributes, request, defaulted) : defaulted;
  const decided = await resource.plan?.({ prior, planned, changes }, provider, call);
  if (!changes && Object.keys(decided ?? {}).length === 0) return { planned: prior, requiresReplace: [] };
  const final: ObjectValue = { ...planned, ...(decided as ObjectValue | undefined) };
  return {
    planned: final,
    requiresReplace: replacing(attributes, request, final),
  };
}

/** Returns the proposed state with defaults; the same object when none applies. */
function withDefaults(attributes: Attributes, request: PlanRequest, proposed: ObjectValue): ObjectValue {
  let planned = proposed;
  listAttributes(attributes).forEach(({ name, attribute: { options } }) => {
    if (options.default === undefined || request.config()[name] !== null) return;
    planned = { ...planned, [name]: options.default };
  });
  return planned;
}

function changing(attributes: Attributes, request: PlanRequest, proposed: ObjectValue): ObjectValue {
  const planned: MutableObject = { ...proposed };
  markUnknown(attributes, request.config(), planned);
  keepStates(attributes, request, planned);
  return planned;
}

function markUnknown(attributes: Attributes, config: ObjectValue, planned: MutableObject): void {
  for (const { name, attribute } of listAttributes(attributes)) {
    if (isDecidedByProvider(attribute, () => config[name]!)) planned[name] = unknown;
  }
}

function keepStates(attributes: Attributes, request: PlanRequest, planned: MutableObject): void {
  const { prior } = request;
  if (prior === null) return;
  const config = request.config();
  for (const { name, attribute } of listAttributes(attributes)) {
    const undecided = isUnknown(planned[name]!) && !isUnknown(config[name]!);
    // Null: an attribute that the provider version of the last apply did not have (see `isFilledByUpdate`).
    const known = prior[name]!;
    if (undecided && known !== null && has(attribute, "keep-state")) planned[name] = known;
  }
}

function replacing(attributes: Attributes, request: PlanRequest, planned: ObjectValue): string[] {
  const { prior } = request;
  if (prior === null) return [];
  return listAttributes(attributes)
    .filter(({ name, attribute }) => {
      if (!has(attribute, "requires-replace")) return false;
      const [before, after] = [prior[name]!, planned[name]!];
      if (valuesEqual(attribute.of.type, before, after)) return false;
      if (before === null && isUnknown(after) && isFilledByUpdate(attribute, () => request.config()[name]!))
        return false;
      // An update stores an equivalent value; the object need not be replaced for it.
      return !isWhollyKnown(attribute.of.type, after) || !isEquivalent(attribute, before, after);
    })
    .map(({ name }) => name);
}

/** Reports whether an update fills a value that is unknown only because the state has none. */
function isFilledByUpdate(attribute: Attribute, configured: () => Value): boolean {
  return isDecidedByProvider(attribute, configured) && has(attribute, "keep-state");
}

function has(attribute: Attribute, kind: PlanModifier["kind"]): boolean {
  return attribute.options.plan?.some((modifier) => modifier.kind === kind) ?? false;
}
