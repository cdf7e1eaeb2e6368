import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Requirement, requirementsIn, shortSource } from "../../estate/hcl/outline";
import { lockEntries, readLockFile } from "../../placing/lock-file";
import { placedFolder, placedVersions } from "../../placing/place-provider";
import {
  expectedBuild,
  hashOfFolder,
  platformBuilds,
  type ProviderPackage,
} from "../../placing/provider-package";
import { type DoctorContext, error, type Finding, findingsIn, ok, type Place, warning } from "./context";

/**
 * Some stacks of an app may not use the provider.
 * @throws Error naming a file that cannot be read
 */
export function requiresProvider({ folder }: Place, provider: ProviderPackage): boolean {
  if (existsSync(join(folder, "terraform.d/plugins", provider.address))) return true;
  return requirementsIn(folder).some(({ source }) =>
    [provider.address, shortSource(provider)].includes(source),
  );
}

const AGAIN = "Run synth, or cdktf-outreach install, again.";

export function checkPlacedProviders({ provider, places, engine }: DoctorContext): Finding[] {
  const { version, platform } = engine;
  const known = platformBuilds(provider).map((build) => build.platform);
  if (!known.includes(platform)) {
    const text = `${version} is built for ${platform}, on which the provider does not run.`;
    return [error(text, `Use an engine for one of ${known.join(", ")}.`)];
  }
  const findings = findingsIn(places, (place) => {
    if (!requiresProvider(place, provider)) return [];
    const short = requirementsIn(place.folder).filter(({ source }) => source === shortSource(provider));
    const sources = version.startsWith("OpenTofu") ? short : [];
    return [placed(place, provider, platform), ...sources.map((one) => sourceFinding(one, provider))];
  });
  if (findings.length > 0) return findings;
  const none = "There is neither a synthesized stack nor an installed provider.";
  return [warning(none, "Run synth, or cdktf-outreach install.")];
}

function placed({ folder }: Place, provider: ProviderPackage, platform: string): Finding {
  const { version, address } = provider;
  const versions = placedVersions(provider, folder);
  if (versions.length === 0) return error("The outreach provider is not installed.", AGAIN);
  if (!versions.includes(version)) {
    const text = `The provider has version ${versions.join(", ")}, and the package ${version}.`;
    return warning(text, AGAIN);
  }
  const files = placedFolder(provider, folder, platform);
  const build = expectedBuild(provider, platform, files);
  const fault = faultOf(build, files);
  if (fault !== undefined)
    return error(`The provider in terraform.d cannot be used on ${platform}: ${fault}.`, AGAIN);
  const entry = lockEntries(readLockFile(folder)).find((one) => one.address === address);
  if (entry?.version !== version || !entry.hashes.includes(build.hash))
    return error("The lock file does not hold the provider's checksum.", AGAIN);
  return ok(`Version ${version} of the provider for ${platform} is installed, with its checksum.`);
}

/**
 * If a configuration names the provider by a short source, OpenTofu looks in its own registry and does not
 * find the installed provider.
 */
function sourceFinding({ file, source }: Requirement, { address }: ProviderPackage): Finding {
  const text = `${file} names the provider by the short source "${source}", which OpenTofu looks for in its own registry, so init fails.`;
  return error(text, `Write the whole source: "${address}".`);
}

function faultOf({ hash, launcher }: ProviderPackage, folder: string): string | undefined {
  if (!existsSync(folder)) return "its files are missing";
  // The folder may contain a pipe, and reading a pipe would never end.
  const hasFiles = readdirSync(folder).every((name) => statSync(join(folder, name)).isFile());
  if (!hasFiles || hashOfFolder(folder) !== hash) return "its files are not those of the package";
  try {
    accessSync(join(folder, launcher), constants.X_OK);
    return undefined;
  } catch {
    return `${launcher} is not executable`;
  }
}
