import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile } from "../util/files/read-file";

/** A file beside the launcher, or the launcher itself. */
export interface ProviderFile {
  readonly name: string;
  /** Absolute path of the file. @default the file of this name in the folder of the package */
  readonly path?: string;
}

/** The built provider, as dist/provider-manifest.json describes it. */
export interface ProviderPackage {
  readonly folder: string;
  /** The fully qualified address, such as `registry.terraform.io/outreach/outreach`. */
  readonly address: string;
  readonly version: string;
  /** The file that Terraform starts. */
  readonly launcher: string;
  readonly files: readonly ProviderFile[];
  /** Terraform's checksum of the folder: `h1:` and a SHA-256 in Base64. */
  readonly hash: string;
}

/** Returns the built provider. Throws if it is not built, or if a bundler has omitted it. */
export function findProviderPackage(dist: string = ownDist()): ProviderPackage {
  const manifest = join(dist, "provider-manifest.json");
  if (!existsSync(manifest)) throw notFound(`${manifest} is missing`);
  const contents = readJsonFile(manifest, "is not JSON. Install cdktf-outreach again.");
  return { ...(contents as unknown as ProviderPackage), folder: join(dist, "provider") };
}

/** Returns the folder `dist`, whether this file is in src/placing or in dist/placing. */
function ownDist(): string {
  // A bundler may turn this file into an ES module, in which `__dirname` does not exist.
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

/** Returns Terraform's checksum of a provider folder. */
export function hashOfFolder(folder: string): string {
  return hashOfFiles(readdirSync(folder).map((name) => ({ name, path: join(folder, name) })));
}

/** Returns Terraform's checksum of a provider with these files, sorted by name (cdktf.md, section 3). */
export function hashOfFiles(files: readonly Required<ProviderFile>[]): string {
  const sha256 = (data: string | Buffer) => createHash("sha256").update(data);
  const lines = [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, path }) => `${sha256(readFileSync(path)).digest("hex")}  ${name}\n`);
  return `h1:${sha256(lines.join("")).digest("base64")}`;
}
