import { TerraformCount, TerraformResource, TerraformStack, Token, type TerraformProvider } from "cdktf";

/**
 * How many objects of a resource type the provider's stack declares through this provider; undefined for none. Instances
 * of a `forEach` are not known at synth and count as one: then the provider reads less ahead than it could, never more.
 */
export function countDeclared(provider: TerraformProvider, type: string): number | undefined {
  const declared = TerraformStack.of(provider)
    .node.findAll()
    .filter((construct) => TerraformResource.isTerraformResource(construct))
    .filter((resource) => resource.terraformResourceType === type && usesProvider(resource, provider))
    .filter((resource) => TerraformStack.of(resource) === TerraformStack.of(provider))
    .filter((resource) => !isMovedAway(resource));
  const objects = declared.reduce((sum, { count }) => sum + (knownNumber(count) ?? 1), 0);
  return objects === 0 ? undefined : objects;
}

/** What moves to another resource stands in the stack as that one alone. */
export function isMovedAway(resource: TerraformResource): boolean {
  if (!resource.hasResourceMove()) return false;
  const { resource: written } = resource.toTerraform() as { resource?: unknown };
  return written === undefined;
}

/** A resource that names no provider uses the one without an alias. */
function usesProvider(resource: TerraformResource, provider: TerraformProvider): boolean {
  return resource.provider === undefined ? provider.alias === undefined : resource.provider === provider;
}

/** Undefined where only Terraform knows it. */
export function knownNumber(count: TerraformResource["count"]): number | undefined {
  const number = TerraformCount.isTerraformCount(count) ? count.toTerraform() : count;
  return Token.isUnresolved(number) || !Number.isFinite(number) ? undefined : number;
}
