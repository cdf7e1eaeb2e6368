import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as install from "../../install";
import { synthesizedStacks } from "../engine/stacks";
import { type Context, error, type Finding, ok, warning } from "./finding";

const NONE = "There is neither a synthesized stack nor an installed provider.";

const AGAIN = "Run synth, or cdktf-outreach install, again.";

const SELECT_AGAIN =
  "Remove .terraform in that folder, then run init, cdktf diff or cdktf deploy. If projects share the plugin cache of " +
  "cdktf, set CDKTF_DISABLE_PLUGIN_CACHE_ENV=true.";

/** Checks the provider that synth or install put into `terraform.d`, and the provider that init selected. */
export function checkPlacedProviders({ folder }: Context): Finding[] {
  const provider = install.findProviderPackage();
  const stacks = synthesizedStacks(folder).map((stack) => stack.folder);
  const places = existsSync(join(folder, "terraform.d")) ? [folder, ...stacks] : stacks;
  if (places.length === 0) return [warning(NONE, "Run synth, or cdktf-outreach install.")];
  return places.flatMap((place) => {
    const name = relative(folder, place) || ".";
    return [placed(provider, place, name), ...selected(provider, place, name)];
  });
}

/** Checks version, checksum and permissions of the provider in `terraform.d`, and its lock entry. */
function placed(provider: install.ProviderPackage, folder: string, name: string): Finding {
  const { version, hash } = provider;
  const versions = install.placedVersions(provider, folder);
  if (versions.length === 0) return error(`The outreach provider is not installed in ${name}.`, AGAIN);
  if (!versions.includes(version))
    return warning(
      `${name} has version ${versions.join(", ")} of the provider, but the package has ${version}.`,
      AGAIN,
    );
  const fault = faultOf(provider, install.placedFolder(provider, folder));
  if (fault !== undefined) return error(`${name}: ${fault}.`, `Remove terraform.d in ${name}. ${AGAIN}`);
  const lock = join(folder, ".terraform.lock.hcl");
  return existsSync(lock) && readFileSync(lock, "utf8").includes(hash)
    ? ok(`${name} has version ${version} of the provider, and its checksum.`)
    : error(`${name}/.terraform.lock.hcl does not hold the provider's checksum.`, AGAIN);
}

/** Checks the provider that init selected. With a plugin cache, this may be another project's provider. */
function selected(provider: install.ProviderPackage, folder: string, name: string): Finding[] {
  const version = join(folder, ".terraform/providers", provider.address, provider.version);
  const platforms = existsSync(version) ? readdirSync(version) : [];
  return platforms
    .flatMap((platform) => faultOf(provider, join(version, platform)) ?? [])
    .map((fault) => error(`The provider in ${name}/.terraform cannot be used: ${fault}.`, SELECT_AGAIN));
}

/** Returns why the provider in a folder cannot be used; undefined if it can be used. */
function faultOf({ hash, launcher }: install.ProviderPackage, folder: string): string | undefined {
  if (!existsSync(folder)) return "its files are missing";
  if (install.hashOfFolder(folder) !== hash) return "its files are not those of the package";
  try {
    accessSync(join(folder, launcher), constants.X_OK);
    return undefined;
  } catch {
    return `${launcher} is not executable`;
  }
}
