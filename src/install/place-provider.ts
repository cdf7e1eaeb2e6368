import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withProviderLock } from "./lock-file";
import type { ProviderPackage } from "./provider-package";
import { remove, WholeFileWriter } from "./whole-file-writer";

/** Where Terraform looks before any registry, below the folder it runs in. */
const MIRROR = "terraform.d/plugins";

/** The machines that may run the plan. Node runs the same files on each, so the others are links to the first. */
const [FIRST_PLATFORM, ...OTHER_PLATFORMS] = [
  "linux_amd64",
  "linux_arm64",
  "darwin_amd64",
  "darwin_arm64",
] as const;

/**
 * Puts the provider and its lock entry into the folder that Terraform runs in, and removes other versions of it.
 * Terraform then finds the provider without a registry, and cdktf has no reason to ask one for checksums
 * (cdktf.md, sections 0 and 3). Whatever is right already stays untouched, and every file appears whole: another run
 * may be reading the folder. Throws an error that names the folder where it cannot be written.
 */
export function placeProvider(provider: ProviderPackage, folder: string): void {
  try {
    place(provider, folder);
  } catch (error) {
    // Node's own message of a full disk names no file.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `cdktf-outreach cannot put its provider into ${folder}: ${reason}. Make sure that there is room and that you ` +
        "may write there, then run the command again.",
      { cause: error },
    );
  }
}

/** The versions of the provider that the folder holds, oldest name first. */
export function placedVersions({ address }: ProviderPackage, folder: string): string[] {
  const versions = join(folder, MIRROR, address);
  return existsSync(versions) ? readdirSync(versions).sort() : [];
}

/** The folder with the provider's files for the machine that this runs on. */
export function placedFolder({ address, version }: ProviderPackage, folder: string): string {
  return join(folder, MIRROR, address, version, FIRST_PLATFORM);
}

function place(provider: ProviderPackage, stackFolder: string): void {
  // On the same file system as its targets, and not below what Terraform searches.
  const writer = new WholeFileWriter(join(stackFolder, "terraform.d"));
  const versions = join(stackFolder, MIRROR, provider.address);
  const folder = join(versions, provider.version);
  fillFolder(provider, join(folder, FIRST_PLATFORM), writer);
  for (const platform of OTHER_PLATFORMS) {
    if (!writer.link(FIRST_PLATFORM, join(folder, platform)))
      fillFolder(provider, join(folder, platform), writer);
  }
  keepOnly(versions, [provider.version]);

  const lockFile = join(stackFolder, ".terraform.lock.hcl");
  const lock = existsSync(lockFile) ? readFileSync(lockFile, "utf8") : "";
  writer.write(lockFile, Buffer.from(withProviderLock(lock, provider)), "data");
}

/** The checksum covers every file of the folder, so that no other may be there. */
function fillFolder(
  { folder, launcher, files }: ProviderPackage,
  target: string,
  writer: WholeFileWriter,
): void {
  // A link of an earlier synth would be followed, and the files written beside it.
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === false) remove(target);
  mkdirSync(target, { recursive: true });
  for (const { name } of files) {
    writer.write(
      join(target, name),
      readFileSync(join(folder, name)),
      name === launcher ? "program" : "data",
    );
  }
  keepOnly(
    target,
    files.map(({ name }) => name),
  );
}

function keepOnly(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) remove(join(folder, name));
  }
}
