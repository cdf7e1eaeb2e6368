import { TerraformStack } from "cdktf";
import type { OutreachProvider } from "./generated/provider";
import { providersOf } from "./providers";

/** Of a stack's overrides, CDKTF writes only these blocks as HCL (measured with 0.21). */
const WRITTEN_BELOW_TERRAFORM = ["required_providers", "backend", "cloud"];

/**
 * At synth: the error about overrides of the provider's stack that CDKTF leaves out of HCL, one for a stack. A `removed` block
 * that is missing makes Terraform delete the object which it was to forget.
 */
export function errorsOfOverridesInHcl(provider: OutreachProvider): string[] {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider || !writesHcl(stack)) return [];
  const left = leftOutOfHcl(overridesOf(stack));
  if (left.length === 0) return [];
  return [
    `The overrides of the stack ${stack.node.path} hold ${left.join(", ")}, which CDKTF leaves out where it writes HCL: Terraform ` +
      'would delete what "removed" tells it to forget, and create anew what "moved" or "import" name. Run synth without --hcl ' +
      "and without SYNTH_HCL_OUTPUT: JSON has all overrides.",
  ];
}

/** As the stack has read SYNTH_HCL_OUTPUT, which `cdktf synth --hcl` sets, when it was made. */
function writesHcl({ synthesizer }: TerraformStack): boolean {
  return "hclOutput" in synthesizer && synthesizer.hclOutput === true;
}

function overridesOf(stack: TerraformStack): Readonly<Record<string, unknown>> {
  return (
    (stack as unknown as { readonly rawOverrides?: Readonly<Record<string, unknown>> }).rawOverrides ?? {}
  );
}

function leftOutOfHcl({ terraform, ...others }: Readonly<Record<string, unknown>>): string[] {
  const settings = typeof terraform === "object" && terraform !== null ? Object.keys(terraform) : [];
  return [
    ...Object.keys(others),
    ...settings.filter((name) => !WRITTEN_BELOW_TERRAFORM.includes(name)).map((name) => `terraform.${name}`),
  ];
}
