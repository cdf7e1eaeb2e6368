import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The built provider, as dist/provider-manifest.json describes it. */
export interface ProviderPackage {
  /** The folder with the files. */
  readonly folder: string;
  /** The fully qualified address, such as `registry.terraform.io/outreach/outreach`. */
  readonly address: string;
  readonly version: string;
  /** The file that Terraform starts. */
  readonly launcher: string;
  readonly files: readonly { readonly name: string }[];
  /** Terraform's checksum of the folder: `h1:` and a SHA-256 in Base64. */
  readonly hash: string;
}

/** Returns the built provider. Throws if it is not built, or if a bundler has omitted it. */
export function findProviderPackage(dist: string = ownDist()): ProviderPackage {
  const manifest = join(dist, "provider-manifest.json");
  if (!existsSync(manifest)) throw notFound(`${manifest} is missing`);
  const contents = JSON.parse(readFileSync(manifest, "utf8")) as Omit<ProviderPackage, "folder">;
  return { ...contents, folder: join(dist, "provider") };
}

/** Returns `dist`, from src/install and from dist/install. */
function ownDist(): string {
  // A bundler may turn this file into an ES module.
  if (typeof __dirname === "undefined") throw notFound("it is part of an ES module");
  return join(__dirname, "../../dist");
}

function notFound(reason: string): Error {
  return new Error(
    `cdktf-outreach cannot find its provider: ${reason}. In a clone of cdktf-outreach run ` +
      "`npm run build`; in an app that is bundled, keep cdktf-outreach out of the bundle.",
  );
}
