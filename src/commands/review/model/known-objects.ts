import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { ConfiguredModule, PlanJson, StateModule } from "../../../estate/engine/plan-json";
import { afterOf, beforeOf } from "../../../estate/engine/plan-sides";
import { byAddress, withoutKeys } from "./addresses";
import { identityOf } from "./object-changes";
import type { ObjectIdentity } from "./review";

/** The managed objects that a plan names, each list by address. */
export interface KnownObjects {
  /** What the plan has an action for, be it none. */
  readonly planned: ReadonlyMap<string, ObjectIdentity>;
  readonly stored: ReadonlyMap<string, ObjectIdentity>;
  /** What is in the configuration, without keys. A resource whose `count` is the number 0 is left out. */
  readonly configured: ReadonlyMap<string, ObjectIdentity>;
}

/** Returns the managed objects that a plan names. A plan that failed has an action only for some of them. */
export function knownObjects(plan: PlanJson): KnownObjects {
  const { resource_changes = [], deferred_changes = [], prior_state, configuration } = plan;
  const deferred = deferred_changes.map(({ resource_change }) => resource_change);
  return {
    planned: atAddresses(
      [...resource_changes, ...deferred]
        .filter(({ mode }) => mode === "managed")
        .map((one) => identityOf(one, beforeOf(one.change), afterOf(one.change))),
    ),
    stored: atAddresses(storedIn(prior_state?.values?.root_module)),
    configured: atAddresses(configuredIn(configuration?.root_module)),
  };
}

function atAddresses(objects: readonly ObjectIdentity[]): Map<string, ObjectIdentity> {
  return new Map(objects.map((one) => [one.address, one]));
}

function storedIn(module: StateModule | undefined): ObjectIdentity[] {
  const { resources = [], child_modules = [] } = module ?? {};
  const own = resources
    .filter(({ mode }) => mode === "managed")
    .map(({ address, type, deposed_key: deposed, values: value, sensitive_values: sensitive }) =>
      identityOf({ address, type, deposed }, { value, sensitive, unknown: undefined }),
    );
  return [...own, ...child_modules.flatMap(storedIn)];
}

function configuredIn(module: ConfiguredModule | undefined, prefix = ""): ObjectIdentity[] {
  const { resources = [], module_calls = {} } = module ?? {};
  const own = resources
    .filter(({ mode, count_expression: count }) => mode === "managed" && count?.constant_value !== 0)
    .map(({ address, type = "", expressions = {} }) => {
      const name = (expressions["name"] as { readonly constant_value?: unknown } | undefined)?.constant_value;
      return { address: `${prefix}${address}`, type, name: typeof name === "string" ? name : null, id: null };
    });
  const calls = Object.entries(module_calls);
  return [...own, ...calls.flatMap(([name, call]) => configuredIn(call.module, `${prefix}module.${name}.`))];
}

/** Returns the objects for which a failed plan has no action: they failed, or depend on what failed. */
export function notReviewedIn(objects: KnownObjects, errors: readonly Diagnostic[]): ObjectIdentity[] {
  const { planned, stored, configured } = objects;
  const missing = new Map([...stored].filter(([address]) => !planned.has(address)));
  for (const { address } of errors) {
    const resource = address === null ? undefined : configured.get(withoutKeys(address));
    if (resource !== undefined && !planned.has(address!) && !missing.has(address!))
      missing.set(address!, { ...resource, address: address! });
  }
  const known = new Set([...planned.keys(), ...missing.keys()].map(withoutKeys));
  const others = [...configured.values()].filter(({ address }) => !known.has(address));
  return [...missing.values(), ...others].sort(byAddress);
}
