import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProviderPackage } from "../../placing";
import { satisfies } from "../../util/versions";
import { requirementsIn, shortSource } from "../../estate/hcl/requirements";
import type { Engine, Place } from "./context";
import { error, type Finding } from "./finding";

/**
 * Reports whether the configuration in a folder needs the provider. Other stacks of an app may not use it.
 * @throws Error naming a file that cannot be read
 */
export function requiresProvider({ folder }: Place, provider: Pick<ProviderPackage, "address">): boolean {
  if (existsSync(join(folder, "terraform.d/plugins", provider.address))) return true;
  return requirementsIn(folder).some(({ source }) => isOf(provider, source));
}

/** Finds the entries of required_providers with which init does not find the installed provider. */
export function requirementFindings(
  { folder }: Place,
  { address, version }: Pick<ProviderPackage, "address" | "version">,
  engine: Engine | Error,
): Finding[] {
  const isTofu = !(engine instanceof Error) && engine.version.startsWith("OpenTofu");
  const ours = requirementsIn(folder).filter(({ source }) => isOf({ address }, source));
  return ours.flatMap(({ file, source, version: wanted }) => {
    const findings: Finding[] = [];
    if (isTofu && source !== address) {
      const text = `${file} names the provider by the short source "${source}", which OpenTofu looks for in its own registry, so init fails.`;
      findings.push(error(text, `Write the whole source: "${address}".`));
    }
    if (wanted !== undefined && !satisfies(version, wanted)) {
      const text = `${file} requires version "${wanted}" of the provider, and terraform.d has ${version}, so init fails.`;
      findings.push(error(text, `Write version = "${version}" there, or run synth again.`));
    }
    return findings;
  });
}

export function isOf(provider: Pick<ProviderPackage, "address">, source: string): boolean {
  return source === provider.address || source === shortSource(provider);
}
