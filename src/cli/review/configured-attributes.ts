import type { ConfiguredModule, PlannedResource } from "./plan-json";

/** The attributes that the configuration sets on a resource; undefined where the plan does not hold its configuration. */
export function configuredAttributes(
  root: ConfiguredModule | undefined,
  { module_address, mode, type, name }: PlannedResource,
): ReadonlySet<string> | undefined {
  const calls = Array.from(
    (module_address ?? "").matchAll(/(?:^|\.)module\.([\p{L}\p{N}_-]+)/gu),
    ([, call]) => call!,
  );
  const module = calls.reduce<ConfiguredModule | undefined>(
    (found, call) => found?.module_calls?.[call]?.module,
    root,
  );
  const address = mode === "data" ? `data.${type}.${name}` : `${type}.${name}`;
  const resource = module?.resources?.find((one) => one.address === address);
  return resource && new Set(Object.keys(resource.expressions ?? {}));
}
