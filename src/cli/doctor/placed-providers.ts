import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  findProviderPackage,
  hashOfFolder,
  placedFolder,
  placedVersions,
  type ProviderPackage,
} from "../../install";
import { findStacks } from "../engine/stacks";
import { error, type Context, type Finding, ok, warning } from "./finding";

const CHECK = "placed provider";

/** Checks the providers that synth or install placed: version, checksum and permissions. */
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
  return folders.map((place) => findingOf(provider, place, relative(folder, place) || "."));
}

/** Returns the stacks of `cdktf.out`, and the folder itself if it has a placed provider. */
function configurationFolders(folder: string): string[] {
  const output = join(folder, "cdktf.out");
  const stacks = existsSync(join(output, "manifest.json"))
    ? findStacks(output).map((stack) => stack.folder)
    : [];
  return existsSync(join(folder, "terraform.d")) ? [folder, ...stacks] : stacks;
}

function findingOf(provider: ProviderPackage, folder: string, name: string): Finding {
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
  const placed = placedFolder(provider, folder);
  if (hashOfFolder(placed) !== provider.hash) {
    return error(CHECK, `${name}: its files are not those of the package, so init refuses them.`, again);
  }
  if (!isExecutable(join(placed, provider.launcher))) {
    return error(
      CHECK,
      `${name}: ${provider.launcher} is not executable.`,
      `chmod +x it, or remove terraform.d. ${again}`,
    );
  }
  const lock = join(folder, ".terraform.lock.hcl");
  if (!existsSync(lock) || !readFileSync(lock, "utf8").includes(provider.hash)) {
    return error(CHECK, `${name}/.terraform.lock.hcl does not hold its checksum.`, again);
  }
  return ok(CHECK, `${name} has ${provider.version}, with its checksum.`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
