import { PROVIDER_ADDRESS } from "../../../provider/address";
import type {
  ConfiguredModule,
  ConfiguredProvider,
  PlanJson,
  PlannedResource,
} from "../../../estate/engine/plan-json";
import { onceForEach } from "../../../util/once-for-each";
import { withoutKeys } from "./addresses";

/** The attributes of our types that users set. The provider computes the other attributes. */
const DECLARED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["outreach_cluster", new Set(["name", "description", "force_destroy"])],
  ["outreach_snippet", new Set(["name", "prompt", "acknowledged_warnings"])],
]);

/** Reports whether a resource type is from this package. */
export function isOwnType(type: string): boolean {
  return DECLARED.has(type);
}

/** Reports whether a provider is this package's, from whichever registry. */
export function isOwnProvider({ full_name = "" }: ConfiguredProvider): boolean {
  return full_name.replace(/^[^/]*/, "") === PROVIDER_ADDRESS.replace(/^[^/]*/, "");
}

/** Returns what a plan says of the managed objects of this package's types. */
export function ownResources({ resource_changes = [] }: PlanJson): PlannedResource[] {
  return resource_changes.filter(({ mode, type }) => mode === "managed" && isOwnType(type));
}

/** Returns the attributes of a type that are compared line by line, however short they are. */
export function textAttributes(type: string): readonly string[] {
  return type === "outreach_snippet" ? ["prompt"] : [];
}

/** Returns the attributes that users set; undefined for an object of another provider that has left the code. */
export function declaredBy(planned: PlannedResource, plan: PlanJson): ReadonlySet<string> | undefined {
  const own = DECLARED.get(planned.type);
  const resource = own === undefined ? configuredResource(planned, plan) : undefined;
  return resource === undefined ? own : new Set(Object.keys(resource.expressions ?? {}));
}

/** Returns the provider configuration of a resource; undefined if the resource has left the configuration. */
export function configuredProvider(
  resource: PlannedResource,
  plan: PlanJson,
): ConfiguredProvider | undefined {
  const key = configuredResource(resource, plan)?.provider_config_key ?? "";
  return plan.configuration?.provider_config?.[key];
}

/** Returns the address of a provider configuration as diagnostics have it: `provider["…/outreach"].eu`. */
export function providerAddress({
  full_name = "",
  alias,
  module_address: module,
}: ConfiguredProvider): string {
  const parts = [module, `provider[${JSON.stringify(full_name)}]`, alias];
  return parts.filter((part) => part !== undefined).join(".");
}

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

/** Returns the configuration of a managed resource, from whichever module declares it. */
function configuredResource(
  { module_address = "", type, name }: PlannedResource,
  { configuration }: PlanJson,
): ConfiguredResource | undefined {
  let module: ConfiguredModule | undefined = configuration?.root_module;
  for (const [, call] of withoutKeys(module_address).matchAll(/(?:^|\.)module\.([\p{L}\p{N}_-]+)/gu))
    module = module?.module_calls?.[call!]?.module;
  return module && resourcesOf(module).get(`${type}.${name}`);
}

/** Returns a module's resources by address. Without this index, thousands of changes take minutes. */
const resourcesOf = onceForEach(
  ({ resources }: ConfiguredModule) => new Map(resources?.map((resource) => [resource.address, resource])),
);
