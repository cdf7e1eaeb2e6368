import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import * as install from "../../placing";
import type { DoctorContext, Engine, Place } from "./context";
import { failed, type Finding, warning } from "./finding";
import { findingsIn, type SharedFinding } from "./places";
import { requirementFindings, requiresProvider } from "./requirements";

const NONE = "There is neither a synthesized stack nor an installed provider.";

const AGAIN = "Run synth, or cdktf-outreach install, again.";

const SELECT_AGAIN =
  "Remove .terraform in that folder, then run init, cdktf diff or cdktf deploy. If projects share the plugin cache of " +
  "cdktf, set CDKTF_DISABLE_PLUGIN_CACHE_ENV=true.";

/** Checks the provider that synth or install put into `terraform.d`, and the provider that init selected. */
export function checkPlacedProviders({ provider, places, engine, environment }: DoctorContext): Finding[] {
  if (provider instanceof Error) return [failed(provider)];
  if (places instanceof Error) return [];
  const target = {
    provider,
    platform: platformOf(engine),
    dataFolder: environment.TF_DATA_DIR || ".terraform",
  };
  let examined = 0;
  const findings = findingsIn(places, (place) => {
    try {
      if (!requiresProvider(place, provider)) return [];
      examined += 1;
      const found = placed(place, target);
      const required = found.status === "ok" ? requirementFindings(place, provider, engine) : [];
      return [found, ...required, ...selected(place, target)];
    } catch (error) {
      examined += 1;
      return [failed(error)];
    }
  });
  return examined === 0 ? [warning(NONE, "Run synth, or cdktf-outreach install.")] : findings;
}

interface Target {
  readonly provider: install.ProviderPackage;
  readonly platform: string;
  /** TF_DATA_DIR; a relative path is seen from the folder in which the engine runs. */
  readonly dataFolder: string;
}

/** Returns the platform whose files the engine uses. Without an engine, it is the platform of Node.js. */
function platformOf(engine: Engine | Error): string {
  const architectures: Readonly<Record<string, string>> = { x64: "amd64" };
  const ours = `${process.platform}_${architectures[process.arch] ?? process.arch}`;
  return engine instanceof Error ? ours : (engine.platform ?? ours);
}

/** Checks version, checksum and permissions of the provider in `terraform.d`, and its lock entry. */
function placed({ folder }: Place, { provider, platform }: Target): SharedFinding {
  const { version, address } = provider;
  const versions = install.placedVersions(provider, folder);
  const wrong = (text: SharedFinding["text"]): SharedFinding => ({ status: "error", text, cure: AGAIN });
  if (versions.length === 0) return wrong((names) => `The outreach provider is not installed in ${names}.`);
  if (!versions.includes(version)) {
    const text = (names: string) =>
      `Version ${versions.join(", ")} of the provider is in ${names}, but the package has ${version}.`;
    return { status: "warning", text, cure: AGAIN };
  }
  const files = install.placedFolder(provider, folder, platform);
  const build = install.expectedBuild(provider, platform, files);
  const fault = faultOf(build, files);
  if (fault !== undefined)
    return wrong(
      (names) => `The provider in terraform.d of ${names} cannot be used on ${platform}: ${fault}.`,
    );
  const entries = install.lockEntries(install.readLockFile(folder));
  const entry = entries.find((one) => one.address === address);
  if (entry?.version !== version || !entry.hashes.includes(build.hash))
    return wrong((names) => `The lock file of ${names} does not hold the provider's checksum.`);
  const text = (names: string) =>
    `Version ${version} of the provider for ${platform}, with its checksum, is in ${names}.`;
  return { status: "ok", text };
}

/** Checks the provider that init selected. With a plugin cache, this may be another project's provider. */
function selected({ folder }: Place, { provider, platform, dataFolder }: Target): SharedFinding[] {
  const { address, version } = provider;
  const files = join(resolve(folder, dataFolder), "providers", address, version, platform);
  if (lstatSync(files, { throwIfNoEntry: false }) === undefined) return [];
  const fault = faultOf(install.expectedBuild(provider, platform, files), files);
  if (fault === undefined) return [];
  const text = (names: string) => `The provider that init selected in ${names} cannot be used: ${fault}.`;
  return [{ status: "error", text, cure: SELECT_AGAIN }];
}

/** Returns why the provider in the folder of a platform cannot be used; undefined if it can be used. */
function faultOf(provider: install.ProviderPackage, folder: string): string | undefined {
  if (!existsSync(folder)) return "its files are missing";
  if (!isComplete(provider, folder)) return "its files are not those of the package";
  try {
    accessSync(join(folder, provider.launcher), constants.X_OK);
    return undefined;
  } catch {
    return `${provider.launcher} is not executable`;
  }
}

/** Compares names and sizes before it reads the files: another file may be large, or a pipe. */
function isComplete(provider: install.ProviderPackage, folder: string): boolean {
  const { hash, files } = provider;
  if (!statSync(folder).isDirectory()) return false;
  const names = files.map(({ name }) => name).sort();
  if (readdirSync(folder).sort().join("/") !== names.join("/")) return false;
  const hasSizes = files.every((file) => {
    const found = statSync(join(folder, file.name));
    return found.isFile() && found.size === statSync(install.pathOf(provider, file)).size;
  });
  return hasSizes && install.hashOfFolder(folder) === hash;
}
