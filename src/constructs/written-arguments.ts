import type { OutreachProvider } from "./generated/provider";

/** A provider's arguments as Terraform spells them, overrides included, before tokens are resolved. */
export function writtenArguments(provider: OutreachProvider): Readonly<Record<string, unknown>> {
  const { provider: written } = provider.toTerraform() as {
    readonly provider: { readonly outreach: readonly [Readonly<Record<string, unknown>>] };
  };
  return written.outreach[0];
}
