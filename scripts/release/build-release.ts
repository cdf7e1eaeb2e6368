import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfFolder, type ProviderPackage } from "../../src/placing/provider-package";
import { type Archive, checksums, mirrorFiles, registryManifest } from "./archives";
import type { NodePackage } from "./node-packages";
import { copyMainPackage, describeWindowsPackage, pack, type PackageManifest } from "./npm-packages";
import type { Platform } from "./platforms";
import { zip } from "./zip";

export interface ReleaseSources {
  /** The repository, with a current `dist`. */
  readonly root: string;
  readonly platforms: readonly Platform[];
  readonly node: (platform: Platform) => NodePackage;
  /** The packages for Windows do not contain the licence of Node.js. */
  readonly nodeLicence: string;
  readonly writeWindowsProgram: (path: string, platform: Platform) => Promise<void>;
}

interface Folders {
  /** An empty folder. */
  readonly out: string;
  /** An empty folder for temporary files. */
  readonly staging: string;
}

const isWindows = ({ os }: Platform) => os === "win32";

/**
 * Writes the zips of a release, and the files that a registry and a mirror need beside them. Returns the path
 * of the checksums.
 */
export async function writeArchives(sources: ReleaseSources, { out, staging }: Folders): Promise<string> {
  const provider = providerOf(sources);
  const named = (text: string) => `${provider.launcher.replace(/_v.*/, "")}_${provider.version}_${text}`;
  const archives: Archive[] = [];
  for (const platform of sources.platforms) {
    const folder = join(staging, platform.name, "provider");
    mkdirSync(folder, { recursive: true });
    await fillPlatform(sources, provider, { platform, folder });
    archives.push(archiveOf(folder, platform.name, named(`${platform.name}.zip`)));
  }
  const listed: Record<string, Uint8Array | string> = { [named("manifest.json")]: registryManifest() };
  for (const { name, bytes } of archives) listed[name] = bytes;
  const files = {
    ...listed,
    [named("SHA256SUMS")]: checksums(listed),
    ...mirrorFiles(provider.version, archives),
  };
  for (const [name, data] of Object.entries(files)) writeFileSync(join(out, name), data);
  return join(out, named("SHA256SUMS"));
}

interface Target {
  readonly platform: Platform;
  readonly folder: string;
}

/** Includes the licences of the provider and of Node.js. */
async function fillPlatform(
  sources: ReleaseSources,
  { launcher }: ProviderPackage,
  target: Target,
): Promise<void> {
  const { platform, folder } = target;
  const { root, node, nodeLicence, writeWindowsProgram } = sources;
  if (isWindows(platform)) {
    await writeWindowsProgram(join(folder, `${launcher}.exe`), platform);
  } else {
    cpSync(join(root, "dist/provider"), folder, { recursive: true });
    // macOS kills a signed program that was changed, so the bytes of Node.js stay unchanged.
    cpSync(node(platform).program, join(folder, "node"));
  }
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE.txt"));
  cpSync(join(root, "node_modules/undici/LICENSE"), join(folder, "LICENSE-undici.txt"));
  cpSync(nodeLicence, join(folder, "LICENSE-node.txt"));
}

function archiveOf(folder: string, platform: string, name: string): Archive {
  const files = readdirSync(folder).map((file) => ({
    name: file,
    data: readFileSync(join(folder, file)),
    isProgram: file === "node" || file.startsWith("terraform-provider-"),
  }));
  return { platform, name, bytes: zip(files), contentHash: hashOfFolder(folder) };
}

function providerOf({ root }: ReleaseSources): ProviderPackage {
  return JSON.parse(readFileSync(join(root, "dist/provider-manifest.json"), "utf8")) as ProviderPackage;
}

/** A package for Windows has the files of the zip, so it has the same checksum. */
export function writePackages(sources: ReleaseSources, { out, staging }: Folders): void {
  const { root, platforms } = sources;
  const provider = providerOf(sources);
  const packages = join(out, "npm");
  mkdirSync(packages);
  const main = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageManifest;
  const windows = platforms.filter(isWindows);
  for (const platform of windows) {
    const folder = join(staging, platform.name);
    describeWindowsPackage(folder, platform, main);
    const files = readdirSync(join(folder, "provider")).map((name) => ({ name }));
    const { address, version, launcher } = provider;
    const manifest = {
      address,
      version,
      launcher: `${launcher}.exe`,
      files,
      hash: hashOfFolder(join(folder, "provider")),
    };
    writeFileSync(join(folder, "provider-manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    pack(folder, packages);
  }
  copyMainPackage(root, join(staging, "main"), windows);
  pack(join(staging, "main"), packages);
}

const EXAMPLES = ["examples/evals", "examples/pull-request", "examples/staging-production"];

/** A registry reads the documentation in a repository, and accepts only Markdown in the folders of pages. */
export function copyForRegistry(root: string, folder: string): void {
  for (const name of ["README.md", "LICENSE", "docs", ...EXAMPLES]) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => path !== join(root, "docs/design") && !path.endsWith(".json"),
    });
  }
}

/** Writes gpg's signature into `….sig` beside the file. Throws if gpg fails. */
export function signFile(path: string, key: string, env = process.env): void {
  const args = ["--batch", "--yes", "--local-user", key, "--output", `${path}.sig`, "--detach-sign", path];
  const { status, error, stderr } = spawnSync("gpg", args, { encoding: "utf8", env });
  if (status !== 0) throw new Error(`gpg could not sign ${path}: ${error?.message ?? stderr}`);
}
