import type {
  ConfiguredModule,
  ConfiguredProvider,
  PlanJson,
  PlannedResource,
  StateModule,
} from "../../../estate/engine/plan-json";
import type { JsonValue } from "../../../util/json";
import { compareText, onceForEach } from "../../../util/lists";
import type { AttributeChange, ObjectChange, ObjectIdentity, Value } from "./review";
import { DECLARED, keyOf, kindOfType } from "../../../objects/kinds";
import { PROVIDER_ADDRESS } from "../../../provider/address";
import type { Diagnostic } from "../../../estate/engine/diagnostics";
import { isAbsent, partOf, type Side } from "../../../estate/engine/plan-sides";

type Addressed = Pick<ObjectIdentity, "address">;

/** The review appends ` (deposed object …)` to the address of a deposed object. */
const DEPOSED = / \(deposed object \w+\)$/;

export function isOfDeposed({ address }: Addressed): boolean {
  return DEPOSED.test(address);
}

export function ownAddress({ address }: Addressed): string {
  return address.replace(DEPOSED, "");
}

/** Diagnostics of a validation have addresses without the keys of `count` and `for_each`. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, "");
}

export function currentResources(plan: PlanJson | null): Map<string, PlannedResource> {
  const current = plan?.resource_changes?.filter(({ deposed }) => deposed === undefined) ?? [];
  return new Map(current.map((one) => [one.address, one]));
}

export function objectKey({ address, deposed }: PlannedResource): string {
  return JSON.stringify([address, deposed]);
}

const collator = new Intl.Collator("en", { numeric: true });

/** Numbers are compared by value: `x[2]` comes before `x[10]`. */
export function compareAddresses(a: string, b: string): number {
  return collator.compare(a, b) || compareText(a, b);
}

export function byAddress(a: Addressed, b: Addressed): number {
  return compareAddresses(a.address, b.address);
}

type Partly = { readonly id?: unknown; readonly workspace_id?: unknown } | null | undefined;

/** Returns null for types of other providers, or if the id is unknown. */
export function keyOfObject(type: string, side: unknown, id = (side as Partly)?.id): string | null {
  const kind = kindOfType(type);
  if (kind === undefined || typeof id !== "string") return null;
  return keyOf({ kind, id, workspaceId: workspaceIn(side) });
}

export function workspaceIn(side: unknown): string {
  const workspaceId = (side as Partly)?.workspace_id;
  return typeof workspaceId === "string" ? workspaceId : "";
}

export function isOwnType(type: string): boolean {
  return kindOfType(type) !== undefined;
}

export function isOwnProvider({ full_name = "" }: ConfiguredProvider): boolean {
  return full_name.replace(/^[^/]*/, "") === PROVIDER_ADDRESS.replace(/^[^/]*/, "");
}

export function ownResources({ resource_changes = [] }: PlanJson): PlannedResource[] {
  return resource_changes.filter(({ mode, type }) => mode === "managed" && isOwnType(type));
}

/** A prompt is compared line by line, even if it is short. */
export function textAttributes(type: string): readonly string[] {
  return type === "outreach_snippet" ? ["prompt"] : [];
}

type Changed = Pick<ObjectChange, "type" | "attributes">;

/** Returns the change of a snippet's prompt. */
export function promptChange({ type, attributes }: Changed): AttributeChange | undefined {
  return attributes.find(({ path }) => textAttributes(type).includes(path));
}

/** Returns null for a text that is absent, sensitive or unknown. */
export function knownText(value: Value): string | null {
  return value.kind === "value" ? String(value.value) : null;
}

/** Returns the attributes that users set; undefined for another provider's object that has left the code. */
export function declaredBy(planned: PlannedResource, plan: PlanJson): ReadonlySet<string> | undefined {
  const kind = kindOfType(planned.type);
  if (kind !== undefined) return new Set(DECLARED[kind]);
  const resource = configuredResource(planned, plan);
  return resource && new Set(Object.keys(resource.expressions ?? {}));
}

export function configuredProvider(resource: PlannedResource, plan: PlanJson) {
  const key = configuredResource(resource, plan)?.provider_config_key ?? "";
  return plan.configuration?.provider_config?.[key];
}

/** For example `provider["…/outreach"].eu`, as in diagnostics. */
export function providerAddress({ full_name = "", alias, module_address }: ConfiguredProvider): string {
  const parts = [module_address, `provider[${JSON.stringify(full_name)}]`, alias];
  return parts.filter((part) => part !== undefined).join(".");
}

type ConfiguredResource = NonNullable<ConfiguredModule["resources"]>[number];

function configuredResource({ address }: PlannedResource, { configuration }: PlanJson) {
  return resourcesOf(configuration?.root_module ?? NOTHING).get(withoutKeys(address));
}

const NOTHING: ConfiguredModule = {};

/** Thousands of changes look for resources by address, which would take minutes without an index. */
const resourcesOf = onceForEach((root: ConfiguredModule) => new Map(resourcesIn(root)));

function resourcesIn(
  { resources = [], module_calls = {} }: ConfiguredModule,
  prefix = "",
): (readonly [address: string, ConfiguredResource])[] {
  const own = resources.map((one) => [`${prefix}${one.address}`, one] as const);
  const calls = Object.entries(module_calls);
  return [
    ...own,
    ...calls.flatMap(([name, { module = {} }]) => resourcesIn(module, `${prefix}module.${name}.`)),
  ];
}

export function notReviewedIn(plan: PlanJson, errors: readonly Diagnostic[]): ObjectIdentity[] {
  const { resource_changes = [], deferred_changes = [], prior_state, configuration } = plan;
  const planned = [...resource_changes, ...deferred_changes.map(({ resource_change: one }) => one)];
  const known = new Set(planned.filter(isManaged).map((one) => identityOf(one).address));
  const missing = new Map<string, ObjectIdentity>();
  const add = (object: ObjectIdentity) => {
    if (!known.has(object.address)) missing.set(object.address, object);
  };
  storedIn(prior_state?.values?.root_module).forEach(add);
  // The configuration has no instance keys. A resource with `count = 0` has no object.
  const configured = new Map(
    [...resourcesOf(configuration?.root_module ?? NOTHING)].filter(
      ([, one]) => isManaged(one) && one.count_expression?.constant_value !== 0,
    ),
  );
  for (const { address } of errors) {
    const resource = configured.get(withoutKeys(address ?? ""));
    if (resource !== undefined && !missing.has(address!)) add(configuredIdentity([address!, resource]));
  }
  const names = new Set([...known, ...missing.keys()].map(withoutKeys));
  for (const one of configured) if (!names.has(one[0])) add(configuredIdentity(one));
  return [...missing.values()].sort(byAddress);
}

function isManaged({ mode }: { readonly mode?: string }): boolean {
  return mode === "managed";
}

function storedIn({ resources = [], child_modules = [] }: StateModule = {}): ObjectIdentity[] {
  const own = resources
    .filter(isManaged)
    .map(({ address, type, deposed_key: deposed, values: value, sensitive_values: sensitive }) =>
      identityOf({ address, type, deposed }, { value, sensitive, unknown: undefined }),
    );
  return [...own, ...child_modules.flatMap((one) => storedIn(one))];
}

function configuredIdentity([address, resource]: readonly [string, ConfiguredResource]): ObjectIdentity {
  const { type = "", expressions = {} } = resource;
  const { constant_value: name } = (expressions["name"] ?? {}) as { readonly constant_value?: JsonValue };
  return { address, type, name: typeof name === "string" ? name : null, id: null };
}

type Named = Pick<PlannedResource, "address" | "type"> & { readonly deposed?: string | undefined };

export function identityOf({ address, deposed, type }: Named, ...sides: readonly Side[]): ObjectIdentity {
  const text = (attribute: string) => {
    const parts = sides.map((side) => partOf(side, attribute));
    if (parts.some(({ sensitive }) => sensitive === true)) return null;
    const known = parts.find((part) => !isAbsent(part) && part.unknown !== true);
    return typeof known?.value === "string" ? known.value : null;
  };
  return {
    address: deposed === undefined ? address : `${address} (deposed object ${deposed})`,
    type,
    name: text("name"),
    id: text("id"),
  };
}
