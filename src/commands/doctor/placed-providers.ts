import { accessSync, constants, existsSync, lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeTemporaryFolder, runProgram, withoutLog } from "../../estate/engine/run-program";
import { requirementsIn, shortSource } from "../../estate/hcl/outline";
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
 * Reports whether the configuration in a folder needs the provider. Other stacks of an app may not use it.
 * @throws Error naming a file that cannot be read
 */
export function requiresProvider({ folder }: Place, provider: ProviderPackage): boolean {
  if (existsSync(join(folder, "terraform.d/plugins", provider.address))) return true;
  return requirementsIn(folder).some(({ source }) => isOf(provider, source));
}

function isOf(provider: ProviderPackage, source: string): boolean {
  return source === provider.address || source === shortSource(provider);
}

const AGAIN = "Run synth, or cdktf-outreach install, again.";
const SELECT_AGAIN =
  "Remove .terraform in that folder, then run init, cdktf diff or cdktf deploy. If projects share the plugin cache of " +
  "cdktf, set CDKTF_DISABLE_PLUGIN_CACHE_ENV=true.";

/** Checks the provider that synth or install put into `terraform.d`, and the provider that init selected. */
export function checkPlacedProviders({ provider, places, engine, environment }: DoctorContext): Finding[] {
  const { version, platform } = engine;
  const known = platformBuilds(provider).map((build) => build.platform);
  if (!known.includes(platform)) {
    const text = `${version} is built for ${platform}, on which the provider does not run.`;
    return [error(text, `Use an engine for one of ${known.join(", ")}.`)];
  }
  const findings = findingsIn(places, (place) => {
    if (!requiresProvider(place, provider)) return [];
    const dataFolder = resolve(place.folder, environment.TF_DATA_DIR || ".terraform");
    const sources = version.startsWith("OpenTofu") ? sourceFindings(place, provider) : [];
    return [placed(place, provider, platform), ...sources, ...selected(dataFolder, provider, platform)];
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

/** Finds short sources, for which OpenTofu does not find the installed provider. */
function sourceFindings({ folder }: Place, provider: ProviderPackage): Finding[] {
  const short = requirementsIn(folder).filter(({ source }) => source === shortSource(provider));
  return short.map(({ file, source }) => {
    const text = `${file} names the provider by the short source "${source}", which OpenTofu looks for in its own registry, so init fails.`;
    return error(text, `Write the whole source: "${provider.address}".`);
  });
}

/** Checks the provider that init selected. With a plugin cache, this may be another project's provider. */
function selected(dataFolder: string, provider: ProviderPackage, platform: string): Finding[] {
  const files = join(dataFolder, "providers", provider.address, provider.version, platform);
  if (lstatSync(files, { throwIfNoEntry: false }) === undefined) return [];
  const fault = faultOf(expectedBuild(provider, platform, files), files);
  const text = `The provider that init selected cannot be used: ${fault}.`;
  return fault === undefined ? [] : [error(text, SELECT_AGAIN)];
}

function faultOf({ hash, launcher }: ProviderPackage, folder: string): string | undefined {
  if (!existsSync(folder)) return "its files are missing";
  // A pipe in place of a file would never end.
  const hasFiles = readdirSync(folder).every((name) => statSync(join(folder, name)).isFile());
  if (!hasFiles || hashOfFolder(folder) !== hash) return "its files are not those of the package";
  try {
    accessSync(join(folder, launcher), constants.X_OK);
    return undefined;
  } catch {
    return `${launcher} is not executable`;
  }
}

/**
 * Runs init as the engine would, because only the engine knows all that makes it fail: syntax, versions, arguments,
 * duplicate blocks. Without the backend, with a temporary data folder, and with a lock file that it may not write. Runs
 * it only if it needs no registry.
 */
export async function checkInit(context: DoctorContext): Promise<Finding[]> {
  const { places, provider } = context;
  const isLocal = (place: Place) =>
    requiresProvider(place, provider) &&
    requirementsIn(place.folder).every(({ source }) => isOf(provider, source) || /^\.\.?\//.test(source));
  const found: Finding[] = [];
  // One after the other, because the engines may share a plugin cache.
  for (const place of places.filter(isLocal)) {
    const finding = await initFinding(place.folder, context);
    if (finding !== undefined) found.push({ about: place.name, ...finding });
  }
  return found;
}

/** The last two take back arguments of TF_CLI_ARGS_init that would write files, or that exclude a lock file to read. */
const ARGUMENTS = [
  ...["-backend=false", "-input=false", "-no-color", "-lockfile=readonly"],
  ...["-from-module=", "-upgrade=false"],
];

async function initFinding(
  folder: string,
  { engine: { program, version }, environment, signal }: DoctorContext,
): Promise<Finding | undefined> {
  const name = `${version.startsWith("OpenTofu") ? "tofu" : "terraform"} init`;
  const temporary = makeTemporaryFolder();
  try {
    const data = { TF_DATA_DIR: join(temporary, "data"), TF_PLUGIN_CACHE_DIR: undefined };
    const run = await runProgram(program, ["init", ...ARGUMENTS], {
      environment: { ...withoutLog(environment), ...data },
      signal,
      folder,
    });
    if (run.status === 0) return ok(`${name} succeeds; the backend was not asked.`);
    // What only our own argument makes fail says nothing about the user's init.
    if (run.status === null || run.stderr.includes("-lockfile=readonly")) return undefined;
    // Terraform puts an introduction before the errors of the configuration.
    const [summary = ""] = run.stderr
      .split(/^Error: /m)
      .at(-1)!
      .trim()
      .split(/\n\s*\n/);
    const text = `${name} fails: ${summary.replaceAll(/\s+/g, " ").replace(/\.$/, "")}.`;
    return error(text, `Run ${name} there, and correct what it reports.`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
