import { randomUUID } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withProviderLock } from "./lock-file";
import type { ProviderPackage } from "./provider-package";

/** Where Terraform looks before any registry, below the folder it runs in. */
const MIRROR = "terraform.d/plugins";
const PROGRAM = 0o755;
const TEXT = 0o644;
const EXECUTABLE = 0o100;

/** The machines that may run the plan. Node runs the same files on each, so the others are links to the first. */
const [FIRST_PLATFORM, ...OTHER_PLATFORMS] = [
  "linux_amd64",
  "linux_arm64",
  "darwin_amd64",
  "darwin_arm64",
] as const;

/**
 * Puts the provider and its lock entry into a stack's folder, and takes other versions of it away. Terraform then finds
 * the provider without a registry, and cdktf has no reason to ask one for checksums (cdktf.md, sections 0 and 3).
 *
 * Whatever is right already stays untouched, and every file appears whole: another run may be reading the folder.
 */
export function placeProvider(provider: ProviderPackage, stackFolder: string): void {
  const write = writerIn(join(stackFolder, "terraform.d"));
  const versions = join(stackFolder, MIRROR, provider.address);
  const folder = join(versions, provider.version);
  fillFolder(provider, join(folder, FIRST_PLATFORM), write);
  for (const platform of OTHER_PLATFORMS) {
    if (!write.link(FIRST_PLATFORM, join(folder, platform)))
      fillFolder(provider, join(folder, platform), write);
  }
  keepOnly(versions, [provider.version]);

  const lockFile = join(stackFolder, ".terraform.lock.hcl");
  const lock = existsSync(lockFile) ? readFileSync(lockFile, "utf8") : "";
  write.file(lockFile, Buffer.from(withProviderLock(lock, provider)), TEXT);
}

/** The checksum covers every file of the folder, so that no other may be there. */
function fillFolder({ folder, launcher, files }: ProviderPackage, target: string, write: Writer): void {
  // A link of an earlier synth would be followed, and the files written beside it.
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(target);
  mkdirSync(target, { recursive: true });
  for (const { name } of files) {
    write.file(join(target, name), readFileSync(join(folder, name)), name === launcher ? PROGRAM : TEXT);
  }
  keepOnly(
    target,
    files.map(({ name }) => name),
  );
}

function keepOnly(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) rmSync(join(folder, name), { recursive: true });
  }
}

interface Writer {
  /** Leaves a file alone that has these contents and can be executed as the mode says. */
  file(path: string, contents: Buffer, mode: number): void;
  /** False where the file system has no links. */
  link(to: string, path: string): boolean;
}

/** Writes by renaming from a folder on the same file system that Terraform does not look into. */
function writerIn(folder: string): Writer {
  const appear = (path: string, make: (path: string) => void): void => {
    mkdirSync(folder, { recursive: true });
    const temporary = join(folder, `.${randomUUID()}`);
    try {
      make(temporary);
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  };
  return {
    file(path, contents, mode) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.isFile() === true && (found.mode & 0o777) === mode && readFileSync(path).equals(contents))
        return;
      if (found?.isDirectory() === true) rmSync(path, { recursive: true });
      appear(path, (temporary) => writeFileSync(temporary, contents, { mode }));
    },
    link(to, path) {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found?.isSymbolicLink() === true && readlinkSync(path) === to) return true;
      if (found?.isDirectory() === true) rmSync(path, { recursive: true });
      try {
        appear(path, (temporary) => symlinkSync(to, temporary, "dir"));
        return true;
      } catch {
        return false;
      }
    },
  };
}
