import { TerraformStack } from "cdktf";
import type { OutreachProvider } from "./generated/provider";
import { sharedState } from "./shared-state";

const providers = sharedState("providers", () => new WeakMap<TerraformStack, OutreachProvider[]>());

/** Each snippet asks for its provider, and to search the stack for each takes minutes with thousands of them. */
export function registerProvider(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  providers.set(stack, [...providersOf(stack), provider]);
}

/** In the order in which they were made. */
export function providersOf(stack: TerraformStack): readonly OutreachProvider[] {
  return providers.get(stack) ?? [];
}

/** The one that a resource of the stack uses which names none. A stack within the stack has providers of its own. */
export function providerWithoutAlias(stack: TerraformStack): OutreachProvider | undefined {
  return providersOf(stack).findLast(({ alias }) => alias === undefined);
}
