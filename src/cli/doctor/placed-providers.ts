import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  findProviderPackage,
  hashOfFolder,
  placedFolder,
  placedVersions,
  type ProviderPackage,
} from "../../install";
import { error, type Context, type Finding, ok, warning } from "./finding";
import { synthesizedStacks } from "./synthesized-stacks";

const CHECK = "placed provider";

/** Checks the providers that synth or install placed, and those that init selected from them. */
export function checkPlacedProviders({ folder }: Context): Finding[] {
  const provider = findProviderPackage();
  const folders = configurationFolders(folder);
  if (folders.length === 0) {
    return [
      warning(
        CHECK,
        "There is neither a synthesized stack nor a placed provider.",
        "Run synth, or cdktf-outreach install.",
      ),
    ];
  }
  return folders.flatMap((place) => {
    const name = relative(folder, place) || ".";
    return [placed(provider, place, name), ...selected(provider, place, name)];
  });
}

/** Returns the stacks of `cdktf.out`, and the folder itself if it has a placed provider. */
function configurationFolders(folder: string): string[] {
  const stacks = synthesizedStacks(folder).map((stack) => stack.folder);
  return existsSync(join(folder, "terraform.d")) ? [folder, ...stacks] : stacks;
}

/** Checks version, checksum and permissions of the provider in `terraform.d`, and its lock entry. */
function placed(provider: ProviderPackage, folder: string, name: string): Finding {
  const again = "Run synth, or cdktf-outreach install, again.";
  const versions = placedVersions(provider, folder);
  if (versions.length === 0) return error(CHECK, `${name} has none.`, again);
  if (!versions.includes(provider.version)) {
    return warning(
      CHECK,
      `${name} has ${versions.join(", ")}, and the package is ${provider.version}.`,
      again,
    );
  }
  const fault = faultOf(provider, placedFolder(provider, folder));
  if (fault !== undefined) return error(CHECK, `${name}: ${fault}.`, `Remove its terraform.d. ${again}`);
  const lock = join(folder, ".terraform.lock.hcl");
  if (!existsSync(lock) || !readFileSync(lock, "utf8").includes(provider.hash)) {
    return error(CHECK, `${name}/.terraform.lock.hcl does not hold its checksum.`, again);
  }
  return ok(CHECK, `${name} has ${provider.version}, with its checksum.`);
}

/**
 * Checks the provider that init selected. It is a link to the placed provider or, through a plugin cache, to
 * the provider of another project, which may have removed or replaced it.
 */
function selected(provider: ProviderPackage, folder: string, name: string): Finding[] {
  const version = join(folder, ".terraform/providers", provider.address, provider.version);
  const platforms = existsSync(version) ? readdirSync(version) : [];
  return platforms.flatMap((platform) => {
    const fault = faultOf(provider, join(version, platform));
    if (fault === undefined) return [];
    return [
      error(
        CHECK,
        `${name}/.terraform leads to another provider: ${fault}.`,
        "Remove .terraform there, then run init, cdktf diff or cdktf deploy. If projects share the plugin cache of " +
          "cdktf, set CDKTF_DISABLE_PLUGIN_CACHE_ENV=true.",
      ),
    ];
  });
}

/** Returns why a folder with the provider's files cannot be used; undefined if it can. */
function faultOf({ hash, launcher }: ProviderPackage, folder: string): string | undefined {
  if (!existsSync(folder)) return "its files are missing";
  if (hashOfFolder(folder) !== hash) return "its files are not those of the package";
  return isExecutable(join(folder, launcher)) ? undefined : `${launcher} is not executable`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
