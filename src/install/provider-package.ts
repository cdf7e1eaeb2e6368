import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The built provider as scripts/build.mjs leaves it, described by dist/provider-manifest.json. */
export interface ProviderPackage {
  /** The folder with the files. */
  readonly folder: string;
  /** Fully qualified, such as `registry.terraform.io/outreach/outreach`. */
  readonly address: string;
  readonly version: string;
  /** The file that Terraform starts. */
  readonly launcher: string;
  readonly files: readonly { readonly name: string }[];
  /** Terraform's checksum of the folder: `h1:` and a SHA-256 in Base64. */
  readonly hash: string;
}

/** Throws where the provider was not built or was left behind by a bundler. */
export function findProviderPackage(dist: string = ownDist()): ProviderPackage {
  const manifest = join(dist, "provider-manifest.json");
  if (!existsSync(manifest)) throw notFound(`${manifest} is missing`);
  const contents = JSON.parse(readFileSync(manifest, "utf8")) as Omit<ProviderPackage, "folder">;
  return { ...contents, folder: join(dist, "provider") };
}

/** The same from src/constructs and from dist/constructs. */
function ownDist(): string {
  // This is no ES module, but a bundler may make it one.
  if (typeof __dirname === "undefined") throw notFound("it is part of an ES module");
  return join(__dirname, "../../dist");
}

function notFound(reason: string): Error {
  return new Error(
    `cdktf-outreach cannot find its provider: ${reason}. In a clone of cdktf-outreach run ` +
      "`npm run build`; in an app that is bundled, keep cdktf-outreach out of the bundle.",
  );
}
