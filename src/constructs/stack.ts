import { TerraformCount, type TerraformProvider, TerraformResource, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import type { OutreachProvider } from "./generated/provider";

const STATE = Symbol.for("cdktf-outreach/state");

/**
 * Returns a value that all copies of this package in the process share: the builds for CDKTF and for CDK
 * Terrain, and copies that npm installs twice. The first copy that asks for the value makes it with `make`.
 */
export function sharedState<T>(name: string, make: () => T): T {
  const holder = globalThis as { [STATE]?: Map<string, unknown> };
  const state = (holder[STATE] ??= new Map());
  if (!state.has(name)) state.set(name, make());
  return state.get(name) as T;
}

const providers = sharedState("providers", () => new WeakMap<TerraformStack, OutreachProvider[]>());

/** Adds a provider to its stack's index. Without an index, synth of thousands of snippets takes minutes. */
export function registerProvider(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  providers.set(stack, [...providersOf(stack), provider]);
}

/** Returns the providers of a stack, in the order in which they were made. */
export function providersOf(stack: TerraformStack): readonly OutreachProvider[] {
  return providers.get(stack) ?? [];
}

/** Returns the provider of resources that name no provider; undefined if all providers have an alias. */
export function providerWithoutAlias(stack: TerraformStack): OutreachProvider | undefined {
  return providersOf(stack).findLast(({ alias }) => alias === undefined);
}

/**
 * Returns how many objects of a resource type the provider's stack declares through this provider; undefined
 * if none. A `forEach` counts as one, so the provider prefetches too few objects rather than too many.
 */
export function countDeclared(provider: TerraformProvider, type: string): number | undefined {
  const objects = resourcesIn(TerraformStack.of(provider))
    .filter((resource) => resource.terraformResourceType === type && usesProvider(resource, provider))
    .filter((resource) => !isMovedAway(resource))
    .reduce((sum, { count }) => sum + (knownNumber(count) ?? 1), 0);
  return objects === 0 ? undefined : objects;
}

/** Returns all resources within a construct, except those in stacks within it. */
export function resourcesIn(construct: IConstruct): TerraformResource[] {
  return construct.node.children.flatMap((child) => {
    if (TerraformStack.isStack(child)) return [];
    const inner = resourcesIn(child);
    return TerraformResource.isTerraformResource(child) ? [child, ...inner] : inner;
  });
}

/** Reports whether a resource is moved to another resource, so that synth writes only the other resource. */
export function isMovedAway(resource: TerraformResource): boolean {
  if (!resource.hasResourceMove()) return false;
  return (resource.toTerraform() as { resource?: unknown }).resource === undefined;
}

/** Returns the provider's arguments and overrides by their names in Terraform. Their tokens are not resolved. */
export function writtenArguments(provider: TerraformProvider): Readonly<Record<string, unknown>> {
  const { provider: written } = provider.toTerraform() as {
    readonly provider: { readonly outreach: readonly [Readonly<Record<string, unknown>>] };
  };
  return written.outreach[0];
}

/** Reports whether a resource uses a provider: the one that it names, else the provider without an alias. */
function usesProvider(resource: TerraformResource, provider: TerraformProvider): boolean {
  return resource.provider === undefined ? provider.alias === undefined : resource.provider === provider;
}

/** Returns the number of instances; undefined if only Terraform knows it. */
export function knownNumber(count: TerraformResource["count"]): number | undefined {
  const number = TerraformCount.isTerraformCount(count) ? count.toTerraform() : count;
  return Token.isUnresolved(number) || !Number.isFinite(number) ? undefined : number;
}

/** Reports whether a resource certainly has instances. Its `count` may be 0, and its `forEach` empty. */
export function hasInstances(resource: TerraformResource): boolean {
  const { count, forEach } = resource;
  const isKnown = count === undefined || (knownNumber(count) ?? 0) > 0;
  return isKnown && forEach === undefined && !isMovedAway(resource);
}
