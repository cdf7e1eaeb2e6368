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
import { userError } from "../prompts";
import { sharedState } from "../util/shared-state";
import type { OutreachProvider } from "./generated/provider";

const providers = sharedState("providers", () => new WeakMap<TerraformStack, OutreachProvider[]>());

/** Without this index of providers, synth of thousands of snippets takes minutes. */
export function registerProvider(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  providers.set(stack, [...providersOf(stack), provider]);
}

export function providersOf(stack: TerraformStack): readonly OutreachProvider[] {
  return providers.get(stack) ?? [];
}

export function providerWithoutAlias(stack: TerraformStack): OutreachProvider | undefined {
  return providersOf(stack).findLast(({ alias }) => alias === undefined);
}

/**
 * Returns how many objects of a type the stack declares with this provider; undefined for none. A `forEach`
 * counts as one object, so that the provider prefetches too few objects rather than too many.
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

/** Synth writes a moved resource only under its new address. */
export function isMovedAway(resource: TerraformResource): boolean {
  if (!resource.hasResourceMove()) return false;
  return (resource.toTerraform() as { resource?: unknown }).resource === undefined;
}

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

/** CDKTF writes overrides to Terraform without the escapes that properties get. */
export function overridesOf(construct: IConstruct): Readonly<Record<string, unknown>> {
  const { rawOverrides } = construct as { readonly rawOverrides?: Readonly<Record<string, unknown>> };
  return rawOverrides ?? {};
}

export function checkAtSynth(construct: IConstruct, check: () => readonly string[] | void): void {
  construct.node.addValidation({ validate: () => [...(check() ?? [])] });
}

/** Checks run at every synth, so a construct may have the warning already. */
export function warnOnce(construct: IConstruct, warning: string): void {
  const isThere = construct.node.metadata.some(
    ({ type, data }) => type === AnnotationMetadataEntryType.WARN && data === warning,
  );
  if (!isThere) Annotations.of(construct).addWarning(warning);
}

/** Returns "" for each value that is not a text. Does not search tokens. */
export function textsIn(value: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (!Array.isArray(value) && !isPlainObject(value))
    return [[path.join("."), typeof value === "string" ? value : ""]];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

/** Tokens and constructs have a class, so this function returns false for both. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** CDKTF 0.21 writes no other overrides of a stack as HCL. */
const WRITTEN_BELOW_TERRAFORM = ["required_providers", "backend", "cloud"];

export function errorsOfLostOverrides(stack: TerraformStack): string[] {
  // `cdktf synth --hcl` sets SYNTH_HCL_OUTPUT, which a stack reads when it is created.
  const { synthesizer } = stack;
  if (!("hclOutput" in synthesizer) || synthesizer.hclOutput !== true) return [];
  const { terraform, ...others } = overridesOf(stack);
  const lost = Object.keys(terraform ?? {}).filter((name) => !WRITTEN_BELOW_TERRAFORM.includes(name));
  const left = [...Object.keys(others), ...lost.map((name) => `terraform.${name}`)];
  if (left.length === 0) return [];
  return [
    `The overrides of the stack ${stack.node.path} hold ${left.join(", ")}, which CDKTF leaves out of HCL. Terraform ` +
      "could then delete or duplicate an object. Run synth without --hcl and without SYNTH_HCL_OUTPUT, because JSON has " +
      "all overrides.",
  ];
}

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_-]*`;
/** `removed` accepts the address of a resource without an index. */
const RESOURCE = new RegExp(String.raw`^(?:module\.${NAME}\.)*${NAME}\.${NAME}$`, "u");

/**
 * Keeps the object of a resource that is no longer in the code: the next apply takes the object out of the
 * state without deleting it. `address` is the address in plans, such as `outreach_snippet.goodbye`. Needs
 * Terraform 1.7 or OpenTofu 1.9. `cdktf synth --hcl` fails, because CDKTF cannot write `removed` as HCL.
 */
export function removed(scope: IConstruct, address: string): void {
  if (!RESOURCE.test(address))
    throw userError(
      `removed(${JSON.stringify(address)}): this is not the address of a resource. Write it as a plan shows it, without ` +
        "an index, such as outreach_snippet.goodbye.",
      removed,
    );
  const stack = TerraformStack.of(scope);
  const others = [overridesOf(stack)["removed"] ?? []].flat();
  stack.addOverride("removed", [...others, { from: address, lifecycle: { destroy: false } }]);
  // A provider of this package checks the overrides of its stack itself.
  checkAtSynth(stack, () => (providersOf(stack).length > 0 ? [] : errorsOfLostOverrides(stack)));
}
