import type { ConfiguredModule, PlanJson, PlannedResource } from "../../engine/plan-json";
import { withoutKeys } from "./addresses";

/** What the review knows of a resource type of this package, beyond what every plan says. */
interface OwnType {
  /** Attributes that users set; the provider computes the others. */
  readonly declared: ReadonlySet<string>;
  /** Attributes that are compared line by line, however short they are. */
  readonly texts: readonly string[];
}

const OWN_TYPES: ReadonlyMap<string, OwnType> = new Map([
  ["outreach_cluster", { declared: new Set(["name", "description", "force_destroy"]), texts: [] }],
  ["outreach_snippet", { declared: new Set(["name", "prompt"]), texts: ["prompt"] }],
]);

/** Reports whether a resource type is from this package. */
export function isOwnType(type: string): boolean {
  return OWN_TYPES.has(type);
}

/** Returns the attributes that users set on one of our types; undefined for any other type. */
export function declaredAttributes(type: string): ReadonlySet<string> | undefined {
  return OWN_TYPES.get(type)?.declared;
}

/** Returns the attributes of a type that are always compared line by line. */
export function textAttributes(type: string): readonly string[] {
  return OWN_TYPES.get(type)?.texts ?? [];
}

/** Returns the attributes that users set; undefined for an object that left the configuration. */
export function declaredBy(planned: PlannedResource, plan: PlanJson): ReadonlySet<string> | undefined {
  const own = declaredAttributes(planned.type);
  const resource = own === undefined ? configuredResource(planned, plan) : undefined;
  return resource === undefined ? own : new Set(Object.keys(resource.expressions ?? {}));
}

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

/** Returns the configuration of a managed resource, from whichever module declares it. */
export function configuredResource(
  { module_address = "", type, name }: PlannedResource,
  { configuration }: PlanJson,
): ConfiguredResource | undefined {
  let module: ConfiguredModule | undefined = configuration?.root_module;
  for (const [, call] of withoutKeys(module_address).matchAll(/(?:^|\.)module\.([\p{L}\p{N}_-]+)/gu))
    module = module?.module_calls?.[call!]?.module;
  return module && resourcesOf(module).get(`${type}.${name}`);
}

const byAddress = new WeakMap<ConfiguredModule, ReadonlyMap<string, ConfiguredResource>>();

/** Returns a module's resources by address. Without this index, thousands of changes take minutes. */
function resourcesOf(module: ConfiguredModule): ReadonlyMap<string, ConfiguredResource> {
  const known = byAddress.get(module);
  if (known !== undefined) return known;
  const resources = new Map(module.resources?.map((resource) => [resource.address, resource]));
  byAddress.set(module, resources);
  return resources;
}
