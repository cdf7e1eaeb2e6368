import {
  AnnotationMetadataEntryType,
  Annotations,
  TerraformCount,
  type TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
} from "cdktf";
import type { IConstruct } from "constructs";
import { sharedState } from "../util/shared-state";
import type { OutreachProvider } from "./generated/provider";

const providers = sharedState("providers", () => new WeakMap<TerraformStack, OutreachProvider[]>());

/** Adds a provider to its stack's index. Without an index, synth of thousands of snippets takes minutes. */
export function registerProvider(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  providers.set(stack, [...providersOf(stack), provider]);
}

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
  const isDeclared = (resource: TerraformResource) =>
    resource.terraformResourceType === type &&
    (resource.provider === undefined ? provider.alias === undefined : resource.provider === provider) &&
    !isMovedAway(resource);
  const objects = resourcesIn(TerraformStack.of(provider))
    .filter(isDeclared)
    .reduce((sum, { count }) => sum + (knownNumber(count) ?? 1), 0);
  return objects === 0 ? undefined : objects;
}

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

function knownNumber(count: TerraformResource["count"]): number | undefined {
  const number = TerraformCount.isTerraformCount(count) ? count.toTerraform() : count;
  return Token.isUnresolved(number) || !Number.isFinite(number) ? undefined : number;
}

/** Returns a construct's overrides. They reach Terraform without the escapes that properties get. */
export function overridesOf(construct: IConstruct): Readonly<Record<string, unknown>> {
  const { rawOverrides } = construct as { readonly rawOverrides?: Readonly<Record<string, unknown>> };
  return rawOverrides ?? {};
}

export function checkAtSynth(construct: IConstruct, check: () => readonly string[] | void): void {
  construct.node.addValidation({ validate: () => [...(check() ?? [])] });
}

/** Adds a warning to a construct unless the construct has it already. Checks run at every synth. */
export function warnOnce(construct: IConstruct, warning: string): void {
  const isThere = construct.node.metadata.some(
    ({ type, data }) => type === AnnotationMetadataEntryType.WARN && data === warning,
  );
  if (!isThere) Annotations.of(construct).addWarning(warning);
}

/** Returns all texts within a value, each with its path, and "" for each other value. Does not look into tokens. */
export function textsIn(value: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (!Array.isArray(value) && !isPlainObject(value))
    return [[path.join("."), typeof value === "string" ? value : ""]];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

/** Reports whether a value is an object without a class. Tokens and constructs have classes. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
