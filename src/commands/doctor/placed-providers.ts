import { accessSync, constants, existsSync, lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeTemporaryFolder, runProgram, withoutLog } from "../../estate/engine/run-program";
import { requirementsIn, shortSource } from "../../estate/hcl/outline";
import { lockEntries, readLockFile } from "../../placing/lock-file";
import { placedFolder, placedVersions } from "../../placing/place-provider";
import { expectedBuild, hashOfFolder, type ProviderPackage } from "../../placing/provider-package";
import { type DoctorContext, type Engine, error, failed, type Finding } from "./context";
import { findingsIn, joined, NAMES, ok, type Place, warning } from "./context";

type Address = Pick<ProviderPackage, "address">;

/**
 * Reports whether the configuration in a folder needs the provider. Other stacks of an app may not use it.
 * @throws Error naming a file that cannot be read
 */
export function requiresProvider({ folder }: Place, provider: Address): boolean {
  if (existsSync(join(folder, "terraform.d/plugins", provider.address))) return true;
  return requirementsIn(folder).some(({ source }) => isOf(provider, source));
}

function isOf(provider: Address, source: string): boolean {
  return source === provider.address || source === shortSource(provider);
}

const AGAIN = "Run synth, or cdktf-outreach install, again.";
const SELECT_AGAIN =
  "Remove .terraform in that folder, then run init, cdktf diff or cdktf deploy. If projects share the plugin cache of " +
  "cdktf, set CDKTF_DISABLE_PLUGIN_CACHE_ENV=true.";

/** Checks the provider that synth or install put into `terraform.d`, and the provider that init selected. */
export function checkPlacedProviders({ provider, places, engine, environment }: DoctorContext): Finding[] {
  if (provider instanceof Error) return [failed(provider)];
  if (places instanceof Error) return [];
  const platform = platformOf(engine);
  const isTofu = !(engine instanceof Error) && engine.version.startsWith("OpenTofu");
  const findings = findingsIn(places, (place) => {
    if (!requiresProvider(place, provider)) return [];
    const dataFolder = resolve(place.folder, environment.TF_DATA_DIR || ".terraform");
    const sources = isTofu ? sourceFindings(place, provider) : [];
    return [placed(place, provider, platform), ...sources, ...selected(dataFolder, provider, platform)];
  });
  if (findings.length > 0) return findings;
  const none = "There is neither a synthesized stack nor an installed provider.";
  return [warning(none, "Run synth, or cdktf-outreach install.")];
}

/** Returns the platform whose files the engine uses. Without an engine, it is the platform of Node.js. */
function platformOf(engine: Engine | Error): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  return (!(engine instanceof Error) && engine.platform) || `${process.platform}_${architecture}`;
}

function placed({ folder }: Place, provider: ProviderPackage, platform: string): Finding {
  const { version, address } = provider;
  const versions = placedVersions(provider, folder);
  if (versions.length === 0) return error(`The outreach provider is not installed in ${NAMES}.`, AGAIN);
  if (!versions.includes(version)) {
    const found = `Version ${versions.join(", ")} of the provider is in ${NAMES}`;
    return warning(`${found}, but the package has ${version}.`, AGAIN);
  }
  const files = placedFolder(provider, folder, platform);
  const build = expectedBuild(provider, platform, files);
  const fault = faultOf(build, files);
  if (fault !== undefined)
    return error(`The provider in terraform.d of ${NAMES} cannot be used on ${platform}: ${fault}.`, AGAIN);
  const entries = lockEntries(readLockFile(folder));
  const entry = entries.find((one) => one.address === address);
  if (entry?.version !== version || !entry.hashes.includes(build.hash))
    return error(`The lock file of ${NAMES} does not hold the provider's checksum.`, AGAIN);
  return ok(`Version ${version} of the provider for ${platform}, with its checksum, is in ${NAMES}.`);
}

/** Finds short sources, for which OpenTofu does not find the installed provider. */
function sourceFindings({ folder }: Place, provider: Address): Finding[] {
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
  const text = `The provider that init selected in ${NAMES} cannot be used: ${fault}.`;
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
 * it only if it needs no registry, and if no earlier check has found what makes init fail.
 */
export async function checkInit(context: DoctorContext, earlier: readonly Finding[]): Promise<Finding[]> {
  const { engine, places, provider } = context;
  if (engine instanceof Error || places instanceof Error || provider instanceof Error) return [];
  if (earlier.some(({ status }) => status === "error")) return [];
  const isLocal = (place: Place) =>
    requiresProvider(place, provider) &&
    requirementsIn(place.folder).every(({ source }) => isOf(provider, source) || /^\.\.?\//.test(source));
  const found: (readonly [name: string, finding: Finding])[] = [];
  // One after the other, because the engines may share a plugin cache.
  for (const place of places.filter(isLocal)) {
    const finding = await initFinding(place.folder, engine, context);
    if (finding !== undefined) found.push([place.name, finding]);
  }
  return joined(found);
}

/** The last two take back arguments of TF_CLI_ARGS_init that would write files, or that exclude a lock file to read. */
const ARGUMENTS = [
  ...["-backend=false", "-input=false", "-no-color", "-lockfile=readonly"],
  ...["-from-module=", "-upgrade=false"],
];

async function initFinding(
  folder: string,
  { program, version }: Engine,
  { environment, signal }: DoctorContext,
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
    if (run.status === 0) return ok(`${name} succeeds in ${NAMES}; the backend was not asked.`);
    // What only our own argument makes fail says nothing about the user's init.
    if (run.status === null || run.stderr.includes("-lockfile=readonly")) return undefined;
    const text = `${name} fails in ${NAMES}: ${reasonIn(run.stderr)}.`;
    return error(text, `Run ${name} there, and correct what it reports.`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const PLACE = /^ {2}on (.+?) line (\d+)/m;

/** Returns the first error that names a place, else the first one, without lines of the configuration. */
function reasonIn(stderr: string): string {
  const errors = stderr.split(/^Error: /m).slice(1);
  const first = errors.find((one) => PLACE.test(one)) ?? errors[0] ?? stderr;
  const [summary = ""] = first.trim().split(/\n\s*\n/);
  const place = PLACE.exec(first)?.slice(1, 3).join(" line ");
  return `${summary.replaceAll(/\s+/g, " ").replace(/\.$/, "")}${place === undefined ? "" : ` (${place})`}`;
}
