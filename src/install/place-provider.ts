import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withProviderLock } from "./lock-file";
import type { ProviderPackage } from "./provider-package";
import { remove, WholeFileWriter } from "./whole-file-writer";

/** The folder in which Terraform looks for providers before any registry. */
const MIRROR = "terraform.d/plugins";

/**
 * The platform whose folder contains the files. All platforms use the same files, so the folders of the other
 * platforms are links to this folder.
 */
const FIRST_PLATFORM = "linux_amd64";
const OTHER_PLATFORMS = ["linux_arm64", "darwin_amd64", "darwin_arm64"] as const;

/**
 * Puts the provider and its lock entry into the folder that Terraform runs in, and removes other versions of
 * the provider. Then Terraform needs no registry, and cdktf requests no checksums (cdktf.md, sections 0 and
 * 3). Correct files stay unchanged and new files appear whole, because another run may be reading them.
 * Throws an error that names the folder.
 */
export function placeProvider(provider: ProviderPackage, folder: string): void {
  try {
    place(provider, folder);
  } catch (error) {
    // Node's message for a full disk names no file, so this message names the folder.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `cdktf-outreach cannot put its provider into ${folder}: ${reason}. Make sure that there is space and that you ` +
        "may write there, then run the command again.",
      { cause: error },
    );
  }
}

/** Returns the versions of the provider in a folder, sorted by name. */
export function placedVersions({ address }: ProviderPackage, folder: string): string[] {
  const versions = join(folder, MIRROR, address);
  return existsSync(versions) ? readdirSync(versions).sort() : [];
}

/** Returns the folder with the provider's files. */
export function placedFolder({ address, version }: ProviderPackage, folder: string): string {
  return join(folder, MIRROR, address, version, FIRST_PLATFORM);
}

function place(provider: ProviderPackage, stackFolder: string): void {
  // Temporary files are on the file system of the targets, outside of the folder that Terraform searches.
  const writer = new WholeFileWriter(join(stackFolder, "terraform.d"));
  const versions = join(stackFolder, MIRROR, provider.address);
  const folder = join(versions, provider.version);
  fillFolder(provider, join(folder, FIRST_PLATFORM), writer);
  for (const platform of OTHER_PLATFORMS) {
    const path = join(folder, platform);
    if (!writer.link(FIRST_PLATFORM, path)) fillFolder(provider, path, writer);
  }
  keepOnly(versions, [provider.version]);

  const lockFile = join(stackFolder, ".terraform.lock.hcl");
  const lock = existsSync(lockFile) ? readFileSync(lockFile, "utf8") : "";
  writer.write(lockFile, Buffer.from(withProviderLock(lock, provider)), "data");
}

/** Makes the folder contain exactly the provider's files: Terraform's checksum covers every file. */
function fillFolder(
  { folder, launcher, files }: ProviderPackage,
  target: string,
  writer: WholeFileWriter,
): void {
  // If a link of an earlier synth stayed, the files would be written to another folder.
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === false) remove(target);
  mkdirSync(target, { recursive: true });
  const names = files.map(({ name }) => name);
  for (const name of names) {
    const kind = name === launcher ? "program" : "data";
    writer.write(join(target, name), readFileSync(join(folder, name)), kind);
  }
  keepOnly(target, names);
}

function keepOnly(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) remove(join(folder, name));
  }
}
