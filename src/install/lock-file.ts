import type { ProviderPackage } from "./provider-package";

type LockedProvider = Pick<ProviderPackage, "address" | "version" | "hash">;

/**
 * Returns the text of `.terraform.lock.hcl` with an entry for this provider, as `terraform init` writes it.
 * Entries of other providers stay unchanged, and so does an entry with this version and hash.
 */
export function withProviderLock(lockFile: string, { address, version, hash }: LockedProvider): string {
  const entry = [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    // Terraform compares this line with the constraint of required_providers, which is the exact version.
    `  constraints = "${version}"`,
    `  hashes = [`,
    `    "${hash}",`,
    `  ]`,
    `}`,
    ``,
  ].join("\n");
  const old = entryOf(lockFile, address);
  if (old === undefined) return lockFile === "" ? entry : `${lockFile.replace(/\n*$/, "\n\n")}${entry}`;
  return isCurrent(old, version, hash) ? lockFile : lockFile.replace(old, () => entry);
}

/**
 * Returns the provider's entry, also if Git changed its line ends: an entry that is not found would be added
 * a second time, and Terraform refuses two entries.
 */
function entryOf(lockFile: string, address: string): string | undefined {
  const start = `provider "${address}" {`;
  return lockFile
    .match(/^provider "[^"]*" \{\r?\n[^]*?^\}(?:\r?\n)?/gm)
    ?.find((entry) => entry.startsWith(start));
}

function isCurrent(entry: string, version: string, hash: string): boolean {
  const settings = Object.fromEntries(
    Array.from(entry.matchAll(/^ {2}(\w+) += "([^"]*)"$/gm), ([, name, value]) => [name, value]),
  );
  return settings.version === version && settings.constraints === version && entry.includes(`"${hash}"`);
}
