import type { ConfiguredModule, PlannedResource } from "../../engine/plan-json";
import { withoutKeys } from "./addresses";

/** What the review knows of the resource types of this package, beyond what a plan says of any type. */
interface OwnType {
  /** What users declare; the rest is filled in by the provider. */
  readonly declared: ReadonlySet<string>;
  /** Texts that are compared line by line however short they are. */
  readonly texts: readonly string[];
}

const OWN_TYPES: ReadonlyMap<string, OwnType> = new Map([
  ["outreach_cluster", { declared: new Set(["name", "description", "force_destroy"]), texts: [] }],
  ["outreach_snippet", { declared: new Set(["name", "prompt"]), texts: ["prompt"] }],
]);

export function isOwnType(type: string): boolean {
  return OWN_TYPES.has(type);
}

export function declaredAttributes(type: string): ReadonlySet<string> | undefined {
  return OWN_TYPES.get(type)?.declared;
}

export function textAttributes(type: string): readonly string[] {
  return OWN_TYPES.get(type)?.texts ?? [];
}

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

/** The attributes that the configuration sets on a resource; undefined where the plan does not hold its configuration. */
export function configuredAttributes(
  root: ConfiguredModule | undefined,
  planned: PlannedResource,
): ReadonlySet<string> | undefined {
  const resource = configuredResource(root, planned);
  return resource && new Set(Object.keys(resource.expressions ?? {}));
}

/** What the configuration says of a managed resource, in whatever module it stands. */
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

/** Each change asks for its own, and to search the module for each takes minutes with thousands of them. */
function resourcesOf(module: ConfiguredModule): ReadonlyMap<string, ConfiguredResource> {
  const known = byAddress.get(module);
  if (known !== undefined) return known;
  const resources = new Map(module.resources?.map((resource) => [resource.address, resource]));
  byAddress.set(module, resources);
  return resources;
}
