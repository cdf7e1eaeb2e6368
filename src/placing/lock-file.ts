import { existsSync } from "node:fs";
import { join } from "node:path";
import { type HclBlock, parseHcl } from "./hcl";
import { readText, UnusableFile } from "../util/files/read-file";

export interface LockEntry {
  readonly address: string;
  readonly version: string;
  readonly constraints: string;
  readonly hashes: readonly string[];
}

type LockedProvider = Omit<LockEntry, "constraints">;

/**
 * Returns "" without the file.
 * @throws Error naming the file if an engine could not read or parse it
 */
export function readLockFile(folder: string): string {
  const file = join(folder, ".terraform.lock.hcl");
  const text = existsSync(file) ? readText(file) : "";
  try {
    parseHcl(text);
    return text;
  } catch (cause) {
    const at = (cause as Error).message;
    throw new UnusableFile(
      `${file} is not a lock file of Terraform: see ${at}. Correct it, restore it from version control, or remove it.`,
      { cause },
    );
  }
}

/** Throws if the text is not HCL. */
export function lockEntries(lockFile: string): LockEntry[] {
  return providerBlocks(lockFile).map(entryOf);
}

/**
 * Other machines may use another build, so an entry with this version keeps its other checksums. Throws if
 * the text is not HCL.
 */
export function withProviderLock(lockFile: string, locked: LockedProvider): string {
  const { address, version } = locked;
  const [old] = providerBlocks(lockFile).filter(({ labels }) => labels[0] === address);
  if (old === undefined) {
    return `${lockFile.trim() === "" ? "" : `${lockFile.trimEnd()}\n\n`}${textOf(locked)}\n`;
  }
  const found = entryOf(old);
  const isSame = found.version === version;
  if (isSame && found.constraints === version && locked.hashes.every((hash) => found.hashes.includes(hash)))
    return lockFile;
  const hashes = [...(isSame ? found.hashes : []), ...locked.hashes];
  const rest = lockFile.slice(old.end).replace(/^\r(?=\n)/, "");
  return lockFile.slice(0, old.start) + textOf({ ...locked, hashes }) + rest;
}

function textOf({ address, version, hashes }: LockedProvider): string {
  return [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    // Terraform compares this line with `required_providers`, which requires the exact version.
    `  constraints = "${version}"`,
    `  hashes = [`,
    ...[...new Set(hashes)].sort().map((hash) => `    "${hash}",`),
    `  ]`,
    `}`,
  ].join("\n");
}

function providerBlocks(lockFile: string): HclBlock[] {
  return parseHcl(lockFile).blocks.filter(({ type }) => type === "provider");
}

function entryOf({ labels: [address = ""], attributes }: HclBlock): LockEntry {
  const { version, constraints, hashes } = attributes;
  return {
    address,
    version: typeof version === "string" ? version : "",
    constraints: typeof constraints === "string" ? constraints : "",
    hashes: Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === "string") : [],
  };
}
