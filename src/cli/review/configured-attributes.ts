import { withoutKeys } from "./diagnostics";
import type { ConfiguredModule, PlannedResource } from "./plan-json";

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
  return module?.resources?.find(({ address }) => address === `${type}.${name}`);
}
