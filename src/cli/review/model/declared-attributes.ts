import type { ConfiguredModule, PlannedResource } from "../../engine/plan-json";
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

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

/** Returns the attributes that the configuration sets; undefined if the plan lacks the configuration. */
export function configuredAttributes(
  root: ConfiguredModule | undefined,
  planned: PlannedResource,
): ReadonlySet<string> | undefined {
  const resource = configuredResource(root, planned);
  return resource && new Set(Object.keys(resource.expressions ?? {}));
}

/** Returns the configuration of a managed resource, from whichever module declares it. */
export function configuredResource(
  root: ConfiguredModule | undefined,
  { module_address, type, name }: PlannedResource,
): ConfiguredResource | undefined {
  const calls = Array.from(
    withoutKeys(module_address ?? "").matchAll(/(?:^|\.)module\.([\p{L}\p{N}_-]+)/gu),
    ([, call]) => call!,
  );
  const module = calls.reduce<ConfiguredModule | undefined>(
    (found, call) => found?.module_calls?.[call]?.module,
    root,
  );
  return module && resourcesOf(module).get(`${type}.${name}`);
}

const byAddress = new WeakMap<ConfiguredModule, ReadonlyMap<string, ConfiguredResource>>();

/** Keeps an index for each module: a search for every change takes minutes with thousands of them. */
function resourcesOf(module: ConfiguredModule): ReadonlyMap<string, ConfiguredResource> {
  const known = byAddress.get(module);
  if (known !== undefined) return known;
  const resources = new Map(module.resources?.map((resource) => [resource.address, resource]));
  byAddress.set(module, resources);
  return resources;
}
