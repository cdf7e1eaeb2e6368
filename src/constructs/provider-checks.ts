import { TerraformStack } from "cdktf";
import type { OutreachProvider } from "./generated/provider";
import { providersOf } from "./stack";
import { warnOnce } from "./synth-checks";
import { resolveAtSynth } from "./text-at-synth";

/**
 * Returns errors about arguments that are NaN or infinite, such as `Number(…)` of a text. JSON writes null
 * for them, so Terraform would silently use the default.
 */
export function errorsOfNumbers(provider: OutreachProvider): string[] {
  return Object.entries(writtenArguments(provider))
    .map(([argument, written]) => ({ argument, value: resolveAtSynth(provider, written) }))
    .filter(({ value }) => typeof value === "number" && !Number.isFinite(value))
    .map(
      ({ argument, value }) =>
        `${argument} is ${String(value)}. Set it to a number, or leave it out for the default.`,
    );
}

/** Warns of two providers of a stack that take their workspace from the environment, which holds one. */
export function warnOfSharedWorkspace(provider: OutreachProvider): void {
  const first = providersOf(TerraformStack.of(provider)).find(leavesOutWorkspace);
  if (first === undefined || first === provider || !leavesOutWorkspace(provider)) return;
  warnOnce(
    provider,
    `workspaceId is set neither here nor in ${first.node.path}, so both manage the workspace of OUTREACH_WORKSPACE_ID. ` +
      "Set it for the one with an alias, to a sensitive TerraformVariable.",
  );
}

/** An override sets the argument, too. */
function leavesOutWorkspace(provider: OutreachProvider): boolean {
  return writtenArguments(provider)["workspace_id"] === undefined;
}

/**
 * Returns a provider's arguments by their names in Terraform, overrides included, before tokens are resolved.
 */
function writtenArguments(provider: OutreachProvider): Readonly<Record<string, unknown>> {
  const { provider: written } = provider.toTerraform() as {
    readonly provider: { readonly outreach: readonly [Readonly<Record<string, unknown>>] };
  };
  return written.outreach[0];
}

/** The only overrides of a stack that CDKTF writes as HCL (measured with 0.21). */
const WRITTEN_BELOW_TERRAFORM = ["required_providers", "backend", "cloud"];

/**
 * Returns the error about overrides of the provider's stack that CDKTF leaves out of HCL, once for a stack.
 * Without its `removed` block, Terraform deletes the object.
 */
export function errorsOfOverridesInHcl(provider: OutreachProvider): string[] {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider || !writesHcl(stack)) return [];
  const left = leftOutOfHcl(overridesOf(stack));
  if (left.length === 0) return [];
  return [
    `The overrides of the stack ${stack.node.path} hold ${left.join(", ")}, which CDKTF leaves out where it writes HCL: Terraform ` +
      'would delete the objects that "removed" keeps, and create new ones in place of those that "moved" or "import" ' +
      "name. Run synth without --hcl and without SYNTH_HCL_OUTPUT: JSON has all overrides.",
  ];
}

/** The stack reads SYNTH_HCL_OUTPUT, which `cdktf synth --hcl` sets, when it is made. */
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
